# Made by "interlock completion bash" from cli/table.cpp; do not edit.
_interlock() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} i
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        COMPREPLY=($(compgen -W 'run try status evict elect leader once cell latch barrier demo completion man version --help --version' -- "$current"))
        return
    fi
    for ((i = 2; i < COMP_CWORD; i++)); do
        if [[ ${COMP_WORDS[i]} == -- ]]; then
            if declare -F _command_offset >/dev/null; then
                _command_offset $((i + 1))
            else
                COMPREPLY=($(compgen -c -f -- "$current"))
            fi
            return
        fi
    done
    case $previous in
        --wait) COMPREPLY=($(compgen -W '500ms 2s 30s 1m 1h' -- "$current")); return ;;
        --lease) COMPREPLY=($(compgen -W '500ms 2s 30s 1m 1h' -- "$current")); return ;;
        --permits) COMPREPLY=($(compgen -W '' -- "$current")); return ;;
        --on-lost) COMPREPLY=($(compgen -W 'terminate warn' -- "$current")); return ;;
        --grace) COMPREPLY=($(compgen -W '500ms 2s 30s 1m 1h' -- "$current")); return ;;
        --label) COMPREPLY=($(compgen -W '' -- "$current")); return ;;
        --order) COMPREPLY=($(compgen -W 'fair barging' -- "$current")); return ;;
        --min-hold) COMPREPLY=($(compgen -W '500ms 2s 30s 1m 1h' -- "$current")); return ;;
        --max-hold) COMPREPLY=($(compgen -W '500ms 2s 30s 1m 1h' -- "$current")); return ;;
        --engine) COMPREPLY=($(compgen -W '' -- "$current")); return ;;
        --value) COMPREPLY=($(compgen -W '' -- "$current")); return ;;
        --fence) COMPREPLY=($(compgen -W '' -- "$current")); return ;;
        --after) COMPREPLY=($(compgen -W '' -- "$current")); return ;;
        --count) COMPREPLY=($(compgen -W '' -- "$current")); return ;;
        --by) COMPREPLY=($(compgen -W '' -- "$current")); return ;;
        --parties) COMPREPLY=($(compgen -W '' -- "$current")); return ;;
    esac
    case $command in
        run) COMPREPLY=($(compgen -W '--wait --lease --shared --permits --on-lost --grace --label --order --min-hold --max-hold --engine --quiet --help --' -- "$current")) ;;
        try) COMPREPLY=($(compgen -W '--lease --shared --permits --on-lost --grace --label --order --min-hold --max-hold --engine --quiet --help --' -- "$current")) ;;
        status) COMPREPLY=($(compgen -W '--json --deadlocks --watch --engine --quiet --help' -- "$current")) ;;
        evict) COMPREPLY=($(compgen -W '--engine --quiet --help' -- "$current")) ;;
        elect) COMPREPLY=($(compgen -W '--value --lease --label --grace --once --engine --quiet --help --' -- "$current")) ;;
        leader) COMPREPLY=($(compgen -W '--json --watch --engine --quiet --help' -- "$current")) ;;
        once) COMPREPLY=($(compgen -W '--wait --lease --grace --label --reset --status --json --engine --quiet --help --' -- "$current")) ;;
        cell) COMPREPLY=($(compgen -W '--fence --after --count --json --engine --quiet get set cas watch delete --help' -- "$current")) ;;
        latch) COMPREPLY=($(compgen -W '--count --by --wait --json --engine --quiet arrive wait arrive-and-wait status reset --help' -- "$current")) ;;
        barrier) COMPREPLY=($(compgen -W '--parties --wait --lease --label --json --engine --quiet --help' -- "$current")) ;;
        demo) COMPREPLY=($(compgen -W '--plain --help' -- "$current")) ;;
        completion) COMPREPLY=($(compgen -W 'bash zsh fish --help' -- "$current")) ;;
        man) COMPREPLY=($(compgen -W '--help' -- "$current")) ;;
        version) COMPREPLY=($(compgen -W '--help' -- "$current")) ;;
    esac
}
complete -F _interlock interlock
