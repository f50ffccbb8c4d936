# SPDX-License-Identifier: Apache-2.0
# Debian packages for ./interlock and ./test: what is missing, and installing just that. Sourced, not run.
source "$root/tools/talk.sh"

# What every build of the library and the tool needs.
base_packages=(g++ cmake ninja-build 'libboost1.81-dev|libboost-dev' libcli11-dev libfmt-dev)

# The packages of one engine, by its component.
engine_packages() { # COMPONENT
    awk -v component="$1" '!/^#/ && $2 == component { for (i = 3; i <= NF; i++) print $i }' \
        "$root/tools/engines.list"
}

is_debian() { command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; }

installed_packages() { # PACKAGE…
    # It fails if any of them is unknown, and still lists the others.
    { dpkg-query -W -f '${Package} ${db:Status-Status}\n' "$@" 2>/dev/null || true; } |
        awk '$2 == "installed" { print $1 }'
}

known_to_apt() { # PACKAGE
    [[ -n $(apt-cache madison "$1" 2>/dev/null) ]]
}

# Prints those that are not installed. An alternative counts only where the one before it does not exist.
missing_packages() { # PACKAGE[|ALTERNATIVE]…
    local have wanted choice
    have=" $(installed_packages "${@//|*/}" | tr '\n' ' ')"
    for wanted in "$@"; do
        [[ $have == *" ${wanted%%|*} "* ]] && continue
        for choice in ${wanted//|/ }; do known_to_apt "$choice" && break; done
        known_to_apt "$choice" || choice=${wanted%%|*}
        [[ -n $(installed_packages "$choice") ]] || echo "$choice"
    done
}

# Runs apt-get as root. Never removes a package, never asks; its talk goes to the log.
# Descriptor 9 is the caller's lock: a service started by a package must not keep it.
as_root=()
apt_get() { # ARGUMENT…
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Dpkg::Use-Pty=0 "$@" \
        >>"$root/build/apt.log" 2>&1 </dev/null 9>&-
}

give_up() { # REASON PACKAGE…
    say "$1"
    say "install them yourself, then start this again:"
    printf '    sudo apt-get install --no-install-recommends %s\n' "${*:2}" >&2
    exit 69
}

# Finds out how to become root: sets as_root, or gives up.
become_root() { # PACKAGE…
    ((EUID == 0)) && return
    as_root=(sudo)
    command -v sudo >/dev/null || give_up "not root, and there is no sudo." "$@"
    if [[ -t 0 && -t 2 ]]; then
        sudo -v || give_up "sudo refused." "$@"
    else
        sudo -n true 2>/dev/null || give_up "not root, and sudo would ask for a password." "$@"
    fi
}

# Installs what is missing of the given packages, for the stated purpose.
need_packages() { # PURPOSE PACKAGE[|ALTERNATIVE]…
    local purpose=$1 missing
    shift
    if ! is_debian; then
        say "this is not Debian: taking for granted that these are here in some form: ${*//|*/}"
        return
    fi
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0
    say "$purpose needs these Debian packages, to be installed now: ${missing[*]}"
    become_root "${missing[@]}"
    mkdir -p "$root/build"
    install_packages "${missing[@]}"
}

install_packages() { # PACKAGE…
    local package
    for package in "$@"; do
        known_to_apt "$package" && continue
        say "asking the archive for its current list of packages"
        apt_get update || give_up "apt-get update failed (build/apt.log has its words)." "$@"
        break
    done
    apt_get install --no-remove --no-install-recommends "$@" && return
    # The list may name versions that the archive has replaced meanwhile.
    apt_get update && apt_get install --no-remove --no-install-recommends "$@" && return
    tail -n 5 "$root/build/apt.log" >&2
    give_up "apt-get would have to remove other packages, or failed (build/apt.log has its words)." "$@"
}
