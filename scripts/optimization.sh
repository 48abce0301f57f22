# Sourced after common.sh. Sets `optimization`, the options of swift build that optimize the packaged program and the
# benchmarks, and exports TOUCHBRIDGE_PROFILE (Package.swift).
# shellcheck shell=bash disable=SC2034

# These options make the program smaller by a sixth: the linker packs relocations and removes unused functions. The removal
# requires a program without exported symbols, so shared objects receive a table of functions instead.
optimization=(-Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections)
optimization+=(-Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs)
# The tests check exclusive access at run time; the shipped program omits these checks.
optimization+=(-Xswiftc -enforce-exclusivity=unchecked)
# A profile and link-time optimization speed up the modules that process touches (Package.swift, decisions 194, 195). The path
# contains a hash, because SwiftPM recompiles the modules only after an option has changed.
text=packaging/profile/touchbridge.proftext
TOUCHBRIDGE_PROFILE="$build/package/$(sha256sum <"$text" | cut -c 1-16).profdata"
if [[ ! -e $TOUCHBRIDGE_PROFILE ]]; then
    mkdir -p "$build/package"
    # Renames the file after writing it, because another build may read it.
    "$(toolchain_tool llvm-profdata)" merge -o "$TOUCHBRIDGE_PROFILE.$$" "$text" >&2
    mv "$TOUCHBRIDGE_PROFILE.$$" "$TOUCHBRIDGE_PROFILE"
fi
export TOUCHBRIDGE_PROFILE
