# SPDX-License-Identifier: Apache-2.0
# Building and running the test groups for ./test: `chosen` names them. Sourced, not run.

passed=0
failed=0
skipped=0
test_packages=(libgtest-dev python3 pkgconf clang-format-14 groff-base man-db zsh fish)

is_chosen() { [[ " ${chosen[*]} " == *" $1 "* ]]; }

install_suite_packages() {
    local packages=("${base_packages[@]}" "${test_packages[@]}") engine
    for engine in $(awk '!/^#/ { print $2 }' tools/engines.list); do
        mapfile -t -O ${#packages[@]} packages < <(engine_packages "$engine")
    done
    need_packages "the suite" "${packages[@]}"
}

# The targets of these groups, as far as they have targets of their own; else everything.
group_targets() { # PRESET GROUP…
    local known group
    known=$(ninja -C "build/$1" -t targets all)
    for group in "${@:2}"; do
        if grep -q "^group_$group: " <<<"$known"; then echo "group_$group"; else echo all; fi
    done | sort -u
}

build_preset() { # PRESET GROUP…
    local log=build/$1.log targets
    mkdir -p build
    say "building preset $1"
    cmake --preset "$1" >"$log" 2>&1 || build_failed "configuring preset $1" "$log"
    mapfile -t targets < <(group_targets "$@")
    cmake --build "build/$1" --parallel "${CMAKE_BUILD_PARALLEL_LEVEL:-2}" --target "${targets[@]}" 2>&1 |
        tee -a "$log" | show_progress || build_failed "building preset $1" "$log"
}

build_failed() { # WHAT LOG
    say "$1 failed. The end of $2:"
    tail -n 40 "$2"
    echo "$passed passed, $((failed + 1)) failed"
    exit 1
}

# TSan needs its fixed addresses free, which some kernels' address randomization does not leave.
fixed_addresses() { # PRESET
    if [[ $1 == tsan ]] && setarch -R true 2>/dev/null; then echo setarch -R; fi
}

# Runs the tests of a preset that carry one of the labels, in folders of their own, and counts them.
run_preset() { # PRESET LABEL|LABEL… CTEST-OPTION…
    local results=$root/build/$1.xml mark=interlock-$$-$RANDOM
    say "running ${2//|/, } in preset $1"
    fail_empty_groups "$1" "$2"
    rm -f "$results"
    mkdir -p -m 700 "$scratch/state" "$scratch/runtime"
    # shellcheck disable=SC2046 # Words, or nothing.
    env -u INTERLOCK_ENGINE INTERLOCK_TEST_RUN="$mark" \
        TMPDIR="$scratch" XDG_STATE_HOME="$scratch/state" XDG_RUNTIME_DIR="$scratch/runtime" \
        $(fixed_addresses "$1") \
        ctest --preset "$1" -L "^($2)\$" --output-junit "$results" "${@:3}" || true
    count_results "$results" "$1"
    end_leftovers "$mark"
}

# A group without a test at all is a hole, not a success.
fail_empty_groups() { # PRESET LABEL|LABEL…
    local label
    for label in ${2//|/ }; do
        [[ $(ctest --preset "$1" -L "^$label\$" -N) == *"Total Tests: 0"* ]] || continue
        say "failed: group $label has no tests (preset $1)"
        failed=$((failed + 1))
    done
}

count_results() { # JUNIT-FILE PRESET
    local counts p f s
    counts=$(python3 tools/junit_counts.py "$@") || { say "preset $2 gave no results"; counts="0 1 0"; }
    read -r p f s <<<"$counts"
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
}

# A test that leaves a process running has failed, whatever it said. The mark in the environment tells ours.
end_leftovers() { # MARK
    local environ pid what
    for environ in $(grep -ls "INTERLOCK_TEST_RUN=$1" /proc/[0-9]*/environ); do
        pid=${environ//[!0-9]/}
        what=$(tr '\0' ' ' <"/proc/$pid/cmdline" 2>/dev/null) || continue
        say "left running by a test, and ended now: $pid $what"
        kill -KILL "$pid" 2>/dev/null || true
        failed=$((failed + 1))
    done
}

run_suite() { # CTEST-OPTION…
    local plain=() group sanitizer
    for group in "${chosen[@]}"; do [[ $group == sanitize ]] || plain+=("$group"); done
    install_suite_packages
    scratch=$(mktemp -d "${TMPDIR:-/tmp}/interlock-test.XXXXXX")
    chmod 711 "$scratch"  # Tests that give up root must still reach their own folders in it.
    trap 'rm -rf "$scratch"' EXIT
    if ((${#plain[@]})); then
        build_preset dev "${plain[@]}"
        run_preset dev "$(IFS='|' && echo "${plain[*]}")" "$@"
        if is_chosen conformance && (($# == 0)); then check_support_table; fi
    fi
    if is_chosen sanitize; then
        for sanitizer in asan-ubsan tsan; do
            build_preset "$sanitizer" unit conformance model faults
            run_preset "$sanitizer" "unit|conformance|model|faults" "$@"
        done
    fi
    verdict
}

# What the README says of the engines is what this very run has shown.
check_support_table() {
    if python3 tools/support_table.py --check "$root/build/dev.xml" README.md; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
}

verdict() {
    if ((skipped)); then
        say "$skipped skipped, listed above"
        if [[ ${CI-} == true ]]; then failed=$((failed + skipped)); fi
    fi
    echo "$passed passed, $failed failed"
    ((failed == 0 && passed > 0))
}
