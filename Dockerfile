# One image for each service: docker build --build-arg SERVICE=journal .
# All of them: docker buildx bake local
ARG NODE_IMAGE=node:24-bookworm-slim

# The manifests alone, so that packages are installed anew only when they change.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY libs/contracts/package.json libs/contracts/
COPY libs/platform/package.json libs/platform/
COPY libs/testing/package.json libs/testing/
COPY services/auth/package.json services/auth/
COPY services/gateway/package.json services/gateway/
COPY services/insights/package.json services/insights/
COPY services/journal/package.json services/journal/
COPY services/weather/package.json services/weather/
COPY web/package.json web/
COPY e2e/package.json e2e/

# Everything is built once, whatever the service; on the machine's own platform, since JavaScript is the same on all.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /app
COPY --from=manifests /app ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY . .
RUN npx tsc -b services/* && npm run build -w web && \
    find libs services \( -name '*.d.ts' -o -name '*.d.ts.map' -o -name '.tsbuildinfo' \) -path '*/dist/*' -delete

# The packages of one service, without what only compilers and people read in them. Its development dependencies are
# taken out by hand, since npm would install what a workspace among them needs. TypeScript comes as an optional peer of
# @nestjs/swagger, for a compiler plugin that nothing here uses.
FROM manifests AS packages
ARG SERVICE
RUN --mount=type=cache,target=/root/.npm \
    npm pkg delete devDependencies -w services/${SERVICE} && \
    npm ci --omit=dev --ignore-scripts -w services/${SERVICE} && \
    rm -r node_modules/typescript && \
    find . \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.md' \) -delete && \
    mkdir /packages && find . -name node_modules -prune -exec cp -a --parents {} /packages ';'

# What is ours of it; the gateway also serves the UI.
FROM build AS own
ARG SERVICE
RUN for part in libs/contracts libs/platform services/${SERVICE}; do \
      mkdir -p /own/${part} && cp -r ${part}/package.json ${part}/dist /own/${part}/; \
    done && \
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
    ADMIN_HOST=0.0.0.0 \
    ADMIN_PORT=9090 \
    HOST=0.0.0.0 \
    PORT=8080 \
    WEB_DIST=/app/web/dist
WORKDIR /app
COPY --from=packages /packages ./
COPY --from=own /own ./
WORKDIR /app/services/${SERVICE}
# A number: Kubernetes cannot tell of a name whether it is root.
USER 10001:10001
# Node is process 1; the services handle SIGTERM themselves.
ENTRYPOINT ["node", "--enable-source-maps"]
CMD ["dist/main.js"]
# Ready, and not merely alive: whoever waits for this container waits until it is of use. Nothing restarts on it.
HEALTHCHECK --interval=15s --timeout=5s --start-period=90s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.ADMIN_PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
