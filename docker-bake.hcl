// The images of all services: `docker buildx bake` for this machine, `docker buildx bake release` for the world.

variable "IMAGES" {
  default = "inner-weather"
}

variable "VERSION" {
  default = "local"
}

variable "REVISION" {
  default = "unknown"
}

// Give it with its digest to build the same again: node:24-bookworm-slim@sha256:...
variable "NODE_IMAGE" {
  default = "node:24-bookworm-slim"
}

variable "SERVICES" {
  default = ["auth", "gateway", "insights", "journal", "weather"]
}

group "default" {
  targets = ["local"]
}

target "service" {
  context = "."
  args = {
    NODE_IMAGE = NODE_IMAGE
    VERSION    = VERSION
    REVISION   = REVISION
  }
}

// For this machine's own platform, into its own Docker.
target "local" {
  name     = service
  inherits = ["service"]
  matrix   = { service = SERVICES }
  args     = { SERVICE = service }
  tags     = ["${IMAGES}/${service}:${VERSION}"]
  output   = ["type=docker"]
}

// For both platforms, with a bill of materials and the record of how it was built; --push puts it where IMAGES says.
target "release" {
  name      = "release-${service}"
  inherits  = ["service"]
  matrix    = { service = SERVICES }
  args      = { SERVICE = service }
  tags      = ["${IMAGES}/${service}:${VERSION}"]
  platforms = ["linux/amd64", "linux/arm64"]
  attest    = ["type=sbom", "type=provenance,mode=max"]
}
