// swift-tools-version: 6.3

import PackageDescription

/// Settings that every Swift target shares. A target that needs less says why next to its declaration.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableExperimentalFeature("Lifetimes"),
  .strictMemorySafety(),
]

/// A room of the house: a library target that may import only the rooms named here.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, exclude: excluded[name] ?? [], swiftSettings: strict)
}

/// The tests of a room, with what they need beside it.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["Support"], swiftSettings: strict)
}

/// Files that lie in a room and are not compiled by it: `CEmbedded` takes them into the binary.
let excluded: [String: [String]] = ["FareServer": ["Page"], "FareStore": ["Migrations"]]

let package = Package(
  name: "faregrid",
  products: [
    .executable(name: "faregrid", targets: ["faregrid"])
  ],
  targets: [
    // MARK: C libraries of the system
    .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CGNU"),

    // MARK: Files held in the binary: reference data and migrations
    .target(name: "CEmbedded"),

    // MARK: What Swift cannot choose at run time: code for the vector instructions that the machine has
    .target(name: "CFareKernel"),

    // MARK: Rooms, lowest first. A room may depend only on rooms above it.
    room("FareModel"),
    room("FareJSON", ["FareModel"]),
    room("FareAtlas", ["CEmbedded", "FareModel"]),
    room("FareKernel", ["CFareKernel", "FareModel"]),
    room("FareFeeds", ["CZlib", "CZstd", "FareAtlas", "FareJSON", "FareModel"]),
    room("FareStore", ["CEmbedded", "CGNU", "CLibPQ", "FareModel"]),
    room("FareIngest", ["CCrypto", "FareAtlas", "FareFeeds", "FareKernel", "FareModel", "FareStore"]),
    room("FareSearch", ["FareAtlas", "FareJSON", "FareKernel", "FareModel", "FareStore"]),
    room("FareServer", ["CEmbedded", "CMicroHTTPD", "CZlib", "FareJSON", "FareModel", "FareSearch"]),
    .executableTarget(
      name: "faregrid",
      dependencies: [
        "CGNU", "FareAtlas", "FareFeeds", "FareIngest", "FareJSON", "FareKernel", "FareModel", "FareSearch",
        "FareServer", "FareStore",
      ],
      swiftSettings: strict
    ),

    // MARK: Tests
    .target(name: "Support", dependencies: ["FareModel", "FareStore"], path: "Tests/Support", swiftSettings: strict),
    tests("FareModelTests", ["FareModel"]),
    tests("FareJSONTests", ["FareJSON"]),
    tests("FareAtlasTests", ["FareAtlas", "FareModel"]),
    tests("FareKernelTests", ["CFareKernel", "FareKernel", "FareModel"]),
    tests("FareFeedsTests", ["FareAtlas", "FareFeeds", "FareModel"]),
    tests("FareStoreTests", ["FareModel", "FareStore"]),
    tests(
      "FareIngestTests",
      ["FareAtlas", "FareFeeds", "FareIngest", "FareJSON", "FareKernel", "FareModel", "FareSearch", "FareStore"]
    ),
    tests("FareSearchTests", ["FareAtlas", "FareJSON", "FareKernel", "FareModel", "FareSearch", "FareStore"]),
    tests("FareServerTests", ["CGNU", "FareJSON", "FareModel", "FareServer"]),
    tests(
      "faregridTests",
      ["faregrid", "FareIngest", "FareJSON", "FareModel", "FareSearch", "FareServer", "FareStore"]
    ),
    tests("TidyTests", []),
  ],
  swiftLanguageModes: [.v6]
)
