# Sourced after common.sh. Sets `optimization`, the options of swift build with which the packaged program and the benchmarks are
# optimized, and exports TOUCHBRIDGE_PROFILE (Package.swift).
# shellcheck shell=bash disable=SC2034

# These options make the program smaller by a sixth. The linker packs relocations and removes unused functions. For the
# removal, the program must not export symbols, so shared objects receive a table of functions instead.
optimization=(-Xswiftc -use-ld=lld -Xswiftc -Xfrontend -Xswiftc -function-sections)
optimization+=(-Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs)
# The tests check exclusive access at run time; the shipped program omits the checks.
optimization+=(-Xswiftc -enforce-exclusivity=unchecked)
# The modules that process touches are optimized by a profile, and together by the linker (Package.swift, decisions 194, 195).
# The path contains a hash, because SwiftPM compiles the modules again only if an option changes.
text=packaging/profile/touchbridge.proftext
TOUCHBRIDGE_PROFILE="$build/package/$(sha256sum <"$text" | cut -c 1-16).profdata"
if [[ ! -e $TOUCHBRIDGE_PROFILE ]]; then
    mkdir -p "$build/package"
    # Renamed at the end, because another build may read the file.
    "$(toolchain_tool llvm-profdata)" merge -o "$TOUCHBRIDGE_PROFILE.$$" "$text" >&2
    mv "$TOUCHBRIDGE_PROFILE.$$" "$TOUCHBRIDGE_PROFILE"
fi
export TOUCHBRIDGE_PROFILE
