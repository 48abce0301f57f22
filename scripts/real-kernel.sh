# Sourced by scripts that create virtual panels. Determines whether they may use this machine's kernel.
# shellcheck shell=bash

# A virtual panel would tap on the screen of a desktop session, so the scripts do not use a machine with a session.
may_make_panels() {
    [[ $EUID == 0 && -w /dev/uinput && -e /run/udev/control ]] &&
        ! compgen -G '/tmp/.X11-unix/X*' >/dev/null && ! compgen -G '/run/user/*/wayland-*' >/dev/null
}
