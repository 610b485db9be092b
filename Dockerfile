# Both stages are Debian 12: the binary runs with the libraries of the system that it was built on.
FROM swift:6.3-bookworm AS build
RUN apt-get update -qq \
  && DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes --no-install-recommends \
    libmicrohttpd-dev libpq-dev libssl-dev libzstd-dev pkg-config zlib1g-dev \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /faregrid
COPY Package.swift ./
COPY Sources Sources
COPY Tests Tests
COPY Data Data
RUN swift build -c release --static-swift-stdlib --product faregrid

FROM debian:bookworm-slim
RUN apt-get update -qq \
  && DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes --no-install-recommends \
    ca-certificates libmicrohttpd12 libpq5 libssl3 libzstd1 tzdata zlib1g \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --create-home faregrid
COPY --from=build /faregrid/.build/release/faregrid /usr/local/bin/faregrid
USER faregrid
ENTRYPOINT ["faregrid"]
CMD ["--help"]
