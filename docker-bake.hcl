// The images of all services: `docker buildx bake` for this machine, `docker buildx bake release` to publish them.

variable "IMAGES" {
  default = "inner-weather"
}

variable "VERSION" {
  default = "local"
}

variable "REVISION" {
  default = "unknown"
}

// With its digest, a build can be repeated exactly: node:24-bookworm-slim@sha256:...
variable "NODE_IMAGE" {
  default = "node:24-bookworm-slim"
}

// As in services.json: scripts/services/copies.spec.ts compares them.
variable "SERVICES" {
  default = ["auth", "gateway", "insights", "journal", "weather", "reminders", "media"]
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

// For this machine's platform, into its Docker engine.
target "local" {
  name     = service
  inherits = ["service"]
  matrix   = { service = SERVICES }
  args     = { SERVICE = service }
  tags     = ["${IMAGES}/${service}:${VERSION}"]
  output   = ["type=docker"]
}

// For both platforms, with an SBOM and the provenance of the build. --push sends them to the registry that IMAGES names.
target "release" {
  name      = "release-${service}"
  inherits  = ["service"]
  matrix    = { service = SERVICES }
  args      = { SERVICE = service }
  tags      = ["${IMAGES}/${service}:${VERSION}"]
  platforms = ["linux/amd64", "linux/arm64"]
  attest    = ["type=sbom", "type=provenance,mode=max"]
}
