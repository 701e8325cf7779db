// The images of all services, and the one with everything for a household: `docker buildx bake` for this machine,
// `docker buildx bake household` for the latter alone, `docker buildx bake release` to publish them.

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

variable "DEBIAN_IMAGE" {
  default = "debian:bookworm-slim"
}

// As in services.json: scripts/services/copies.spec.ts compares them.
variable "SERVICES" {
  default = ["auth", "gateway", "insights", "journal", "weather", "reminders", "media"]
}

group "default" {
  targets = ["local", "household"]
}

group "release" {
  targets = ["release-services", "release-household"]
}

target "service" {
  context = "."
  args = {
    NODE_IMAGE   = NODE_IMAGE
    DEBIAN_IMAGE = DEBIAN_IMAGE
    VERSION      = VERSION
    REVISION     = REVISION
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

target "household" {
  inherits = ["service"]
  target   = "household"
  tags     = ["${IMAGES}/household:${VERSION}"]
  output   = ["type=docker"]
}

// For both platforms, with an SBOM and the provenance of the build. --push sends them to the registry that IMAGES names.
target "published" {
  inherits  = ["service"]
  platforms = ["linux/amd64", "linux/arm64"]
  attest    = ["type=sbom", "type=provenance,mode=max"]
}

target "release-services" {
  name     = "release-${service}"
  inherits = ["published"]
  matrix   = { service = SERVICES }
  args     = { SERVICE = service }
  tags     = ["${IMAGES}/${service}:${VERSION}"]
}

target "release-household" {
  inherits = ["published"]
  target   = "household"
  tags     = ["${IMAGES}/household:${VERSION}"]
}
