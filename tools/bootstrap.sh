# SPDX-License-Identifier: Apache-2.0
# Building the tool for ./interlock: packages, configuration, compilation, with progress. Sourced, not run.
#
# Everything is said on stderr: stdout belongs to the command that follows.
source "$root/tools/packages.sh"
log=$build/build.log

build_failed() { # WHAT
    say "$1 failed. The end of $log:"
    tail -n 30 "$log" >&2
    exit 69
}

configure_tool() { # ENGINE…
    local engines=$*
    cmake -G Ninja -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=Release -DINTERLOCK_ENGINES="${engines// /;}" \
        -DINTERLOCK_TOOL=ON -DINTERLOCK_TESTS=OFF -DINTERLOCK_EXAMPLES=OFF -DINTERLOCK_BENCH=OFF \
        -DINTERLOCK_WERROR=OFF >>"$log" 2>&1 || build_failed "configuring"
}

compile_tool() {
    cmake --build "$build" --parallel "${CMAKE_BUILD_PARALLEL_LEVEL:-2}" 2>&1 |
        tee -a "$log" | show_progress || build_failed "building"
}

# The engines built before and the one wanted now; the embedded ones always.
engines_to_build() { # COMPONENT
    local before=
    [[ ! -f $build/engines ]] || before=$(<"$build/engines")
    printf '%s\n' memory sqlite $before $1 | awk '!seen[$0]++'
}

bootstrap() { # COMPONENT
    if ! mkdir -p "$build"; then
        say "cannot write to $root: the command is built inside its source folder"
        exit 69
    fi
    # The compilers inherit the lock: while one of them runs on without us, nobody else writes there.
    exec 9>"$build/lock"
    if ! flock -n 9; then
        say "another start is building the command; waiting for it"
        flock 9
    fi
    if ! up_to_date "$1"; then build_tool "$1"; fi
    exec 9>&-
}

build_tool() { # COMPONENT
    local engines engine packages=("${base_packages[@]}") started=$SECONDS first=
    [[ -x $build/cli/interlock ]] || first=yes
    mapfile -t engines < <(engines_to_build "$1")
    for engine in "${engines[@]}"; do
        mapfile -t -O ${#packages[@]} packages < <(engine_packages "$engine")
    done
    if [[ -n $first ]]; then
        say "first start: building the command in build/tool, once (under four minutes on two cores)"
    elif [[ -n $1 && " $(<"$build/engines") " != *" $1 "* ]]; then
        say "the $1 engine is not built yet: adding it"
    else
        say "the sources have changed: building again"
    fi
    need_packages "building the command" "${packages[@]}"
    : >"$log"
    # The stamp's time is from before the build: what is edited meanwhile is built next time.
    touch "$build/stamp.new"
    [[ -z $first ]] || say "configuring"
    configure_tool "${engines[@]}"
    compile_tool
    printf '%s' "${engines[*]}" >"$build/engines"
    mv "$build/stamp.new" "$build/stamp"
    [[ -z $first ]] || say "built in $((SECONDS - started)) s"
}
