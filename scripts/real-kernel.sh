# Sourced by scripts that create virtual panels. Determines whether they may use this machine's kernel.
# shellcheck shell=bash

# Returns false on a machine with a desktop session, because a virtual panel would tap on its screen.
may_make_panels() {
    [[ $EUID == 0 && -w /dev/uinput && -e /run/udev/control ]] &&
        ! compgen -G '/tmp/.X11-unix/X*' >/dev/null && ! compgen -G '/run/user/*/wayland-*' >/dev/null
}
