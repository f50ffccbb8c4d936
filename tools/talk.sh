# SPDX-License-Identifier: Apache-2.0
# How ./interlock and ./test talk: on stderr, with progress. Sourced, not run.
speaker=${0##*/}

say() { printf '%s: %s\n' "$speaker" "$*" >&2; }

# One line that changes on a terminal; elsewhere a line for each quarter of a long build.
show_progress() { # Reads ninja's output.
    local line quarter=0 now
    while IFS= read -r line; do
        [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\ (.*) ]] || continue
        local step=${BASH_REMATCH[1]} steps=${BASH_REMATCH[2]} what=${BASH_REMATCH[3]}
        if [[ -t 2 ]]; then
            printf '\r\033[K%s: building %d of %d  %s' "$speaker" "$step" "$steps" "${what##*/}" >&2
        elif now=$((4 * step / steps)) && ((steps > 12 && now > quarter)); then
            quarter=$now
            say "building: $step of $steps"
        fi
    done
    [[ ! -t 2 ]] || printf '\r\033[K' >&2
}
