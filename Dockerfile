# One image for each service: docker build --build-arg SERVICE=journal .
# One for a household, with everything in it: docker build --target household .
# All of them: docker buildx bake local
ARG NODE_IMAGE=node:24-bookworm-slim
ARG DEBIAN_IMAGE=debian:bookworm-slim

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
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts
COPY . .
RUN npx tsc -b --noCheck services/* && npm run bundle && npm run build -w web && \
    find libs services \( -name '*.d.ts' -o -name '*.d.ts.map' -o -name '.tsbuildinfo' \) -path '*/dist/*' -delete

# The packages of all services, in one layer that their images share, without files that only compilers and people read;
# their licences stay.
# What others need is removed from the manifests first: of a package's optional peers, such as compilers, npm installs those
# that anything else in the repository asks for.
FROM manifests AS packages
RUN --mount=type=cache,target=/root/.npm \
    npm pkg delete devDependencies --workspaces --include-workspace-root && \
    npm pkg delete dependencies -w web --include-workspace-root && \
    npm ci --omit=dev --ignore-scripts $(printf ' -w %s' services/*) && \
    find . \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.md' \) \
      ! -iname 'licen[cs]e*' ! -iname 'copying*' ! -iname 'notice*' -delete && \
    for service in services/*; do rm node_modules/@inner-weather/${service#*/}; done && \
    mkdir /packages && find node_modules libs -name node_modules -prune -exec cp -a --parents {} /packages ';'

# What a household runs, with the few packages that are not joined with it: deploy/bundle.mjs. Its commands are on the PATH.
# Of the source maps, that of the services' own code stays.
FROM build AS household-files
RUN --mount=from=packages,source=/app/node_modules,target=/packages \
    node deploy/bundle.mjs commands && \
    mkdir -p /household/deploy/household /household/web /household/bin /household/notices \
      /household/node_modules/@inner-weather && cd /household && \
    cp -r /app/package.json /app/services.json /app/LICENSE /app/scripts . && cp -r /app/deploy/local deploy/ && \
    cp -r /app/deploy/household/dist deploy/household/ && cp -r /app/web/dist web/ && \
    find deploy -name '*.js.map' ! -name main.js.map -delete && \
    for part in languages platform; do \
      mkdir -p libs/${part} && cp /app/libs/${part}/package.json libs/${part}/ && ln -s ../../libs/${part} node_modules/@inner-weather/${part}; \
    done && cp -r /app/libs/languages/locales libs/languages/ && \
    cp -r /packages/@node-rs /packages/i18n-iso-countries /packages/diacritics \
      /packages/sharp /packages/@img /packages/detect-libc /packages/semver node_modules/ && \
    for script in scripts/*; do ln -s ../${script} bin/$(basename ${script} .mjs); done && chmod +x scripts/* && \
    cp /app/deploy/household/NOTICE web/dist/licenses.txt notices/ && \
    find /usr/local -maxdepth 1 -name LICENSE -exec cp {} notices/node.txt ';'

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

# The embedded database, and a Java that has only what this needs.
FROM ${NODE_IMAGE} AS database
# Java's packages link their manuals, for which slim images have no folder.
RUN mkdir -p /usr/share/man/man1 && \
    apt-get update && apt-get install -y --no-install-recommends default-jdk-headless binutils maven
RUN jlink --add-modules java.base,java.logging,java.management,java.naming,java.sql,jdk.unsupported \
    --strip-debug --no-header-files --no-man-pages --compress=1 --output /java && /java/bin/java -Xshare:dump
# Names that only a debugger of Node itself reads take a tenth of it.
RUN strip --strip-unneeded -o /node /usr/local/bin/node
WORKDIR /app
COPY deploy/local ./deploy/local
RUN --mount=type=cache,target=/root/.m2 \
    node -e "import('./deploy/local/embedded-mongo.mjs').then(({ buildEmbedded }) => buildEmbedded({ log: console.log, otherwise: '' }))"

# A household's journal in one container: all services in one process, the page, the broker and the embedded database.
FROM ${DEBIAN_IMAGE} AS household
ARG VERSION=local
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Inner Weather" \
      org.opencontainers.image.description="A private, self-hostable mood journal" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# Slim images leave out what Debian says about its packages; their licences stay. Perl's headers are for compilers.
RUN apt-get update && apt-get install -y --no-install-recommends \
      -o 'DPkg::Options::=--path-include=/usr/share/doc/*/copyright' rabbitmq-server && \
    rm -rf /var/lib/apt/lists/* /var/cache/* /var/lib/rabbitmq /var/log/* && \
    find /usr/lib -path '*/perl/*/CORE/*.h' -delete && \
    mkdir /data && chown 10001:10001 /data
ENV NODE_ENV=production \
    PATH=/app/bin:/java/bin:$PATH \
    INFRA=native \
    DATA_DIR=/data \
    HOST=:: \
    PORT=8080
WORKDIR /app
COPY --from=database /node /usr/local/bin/node
COPY --from=database /java /java
COPY --from=database /app/node_modules ./node_modules
COPY --from=household-files /household ./
USER 10001:10001
VOLUME /data
EXPOSE 8080
# No entry point, so that docker run and docker exec take the same commands: admin, backup, dlq, keys.
# The lock keeps a second container away from the volume. It cannot see the first one's processes, and it ends with them.
CMD ["sh", "-c", "exec 9>$DATA_DIR/lock; flock --nonblock 9 || { echo 'Another container uses this volume. Give each its own.' >&2; exit 1; }; exec node deploy/local/start.mjs"]
HEALTHCHECK --interval=15s --timeout=5s --start-period=90s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]

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
    WEB_DIST=/app/web/dist \
    PHOTOS_HOST=:: \
    PHOTOS_PORT=8081 \
    PHOTOS_DIR=/photos
WORKDIR /app
COPY --from=packages /packages ./
COPY --from=own /own ./
COPY LICENSE ./
WORKDIR /app/services/${SERVICE}
# A new volume there gets this owner.
RUN mkdir /photos && chown 10001:10001 /photos
# A number, since Kubernetes cannot tell whether a named user is root.
USER 10001:10001
# Node is process 1. The services handle SIGTERM themselves. deploy/local/stack.mjs says what the flags are for.
ENTRYPOINT ["node", "--enable-source-maps", "--max-semi-space-size=8", "--no-warnings"]
CMD ["dist/bundle/main.js"]
# Healthy means ready, not merely alive: whoever waits for this container waits until it can serve. Docker does not
# restart a container that is unhealthy.
HEALTHCHECK --interval=15s --timeout=5s --start-period=90s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ADMIN_PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
