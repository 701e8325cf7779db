# One image for each service: docker build --build-arg SERVICE=journal .
# All of them: docker buildx bake local
ARG NODE_IMAGE=node:24-bookworm-slim

# The manifests of every workspace, without a list of them. They are copied on from here, so that packages are installed
# again only when a manifest changes.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS workspaces
WORKDIR /app
COPY . .
RUN mkdir /manifests && cp package-lock.json .npmrc /manifests && \
    find . -name package.json -exec cp --parents {} /manifests ';'

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY --from=workspaces /manifests ./

# Everything is built once for all services, on the machine's own platform: JavaScript is the same on every platform.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /app
COPY --from=manifests /app ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY . .
RUN npx tsc -b --noCheck services/* && npm run bundle && npm run build -w web && \
    find libs services \( -name '*.d.ts' -o -name '*.d.ts.map' -o -name '.tsbuildinfo' \) -path '*/dist/*' -delete

# The packages of all services, in one layer that their images share, without files that only compilers and people read.
# Development dependencies are removed first, since npm would install what a workspace among them needs. TypeScript is an
# optional peer of @nestjs/swagger, for a compiler plugin that nothing here uses.
FROM manifests AS packages
RUN --mount=type=cache,target=/root/.npm \
    services=$(printf ' -w %s' services/*) && \
    npm pkg delete devDependencies ${services} && \
    npm ci --omit=dev --ignore-scripts ${services} && \
    rm -r node_modules/typescript && \
    find . \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.md' \) -delete && \
    for service in services/*; do rm node_modules/@inner-weather/${service#*/}; done && \
    mkdir /packages && find node_modules libs -name node_modules -prune -exec cp -a --parents {} /packages ';'

# The service's own code, that of the libraries, and packages of which it needs another version than the others. The gateway
# serves the UI too.
FROM build AS own
ARG SERVICE
RUN --mount=from=packages,source=/app/services,target=/packages \
    for part in libs/languages libs/domain libs/contracts libs/platform services/${SERVICE}; do \
      mkdir -p /own/${part} && cp -r ${part}/package.json ${part}/dist /own/${part}/; \
    done && cp -r libs/languages/locales /own/libs/languages/ && \
    if [ -d /packages/${SERVICE}/node_modules ]; then cp -a /packages/${SERVICE}/node_modules /own/services/${SERVICE}/; fi && \
    if [ "${SERVICE}" = gateway ]; then mkdir /own/web && cp -r web/dist /own/web/; fi

FROM ${NODE_IMAGE}
ARG SERVICE
ARG VERSION=local
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Inner Weather: ${SERVICE}" \
      org.opencontainers.image.description="A private, self-hostable mood journal" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production \
    ADMIN_HOST=:: \
    ADMIN_PORT=9090 \
    HOST=:: \
    PORT=8080 \
    WEB_DIST=/app/web/dist
WORKDIR /app
COPY --from=packages /packages ./
COPY --from=own /own ./
WORKDIR /app/services/${SERVICE}
# A number, since Kubernetes cannot tell whether a named user is root.
USER 10001:10001
# Node is process 1. The services handle SIGTERM themselves. deploy/local/stack.mjs says what the flags are for.
ENTRYPOINT ["node", "--enable-source-maps", "--max-semi-space-size=8"]
CMD ["dist/bundle/main.js"]
# Healthy means ready, not merely alive: whoever waits for this container waits until it can serve. Docker does not
# restart a container that is unhealthy.
HEALTHCHECK --interval=15s --timeout=5s --start-period=90s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ADMIN_PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
