# Two images: `site`, and `proxy` in front of it. deploy/compose.yaml builds and runs them; docs/self-hosting.md says how.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/local-cloud/package.json packages/local-cloud/
RUN npm ci --include=dev --include=optional
COPY . .
# The build reads the content and fixes what browsers may know; the rest of the environment stays out of the image. Docker
# does not see when either changes, so each deployment has another value here, and what was built before does not count.
ARG DEPLOYMENT
RUN --mount=type=secret,id=environment,target=/app/.env.production.local,required=true \
    : "${DEPLOYMENT:?is not set: docs/self-hosting.md has the command}" \
 && NEXT_OUTPUT=standalone npm run build

FROM node:24.21.0-bookworm-slim AS site
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOSTNAME=0.0.0.0 PORT=3000
ENV PROXY_CACHE_VERSION_FOLDER=/var/lib/generation
RUN install -d -o node -g node /app /var/lib/generation
WORKDIR /app
COPY --from=build --chown=node:node /app/.next/standalone ./
COPY --from=build --chown=node:node /app/.next/static .next/static
# What the Content Lake answered last: a site that starts while it is away has that.
COPY --from=build --chown=node:node /app/.next/cache/content .next/cache/content
COPY --from=build --chown=node:node /app/public public
COPY --from=build /app/scripts/lib/scheduler.ts scripts/lib/
COPY --from=build /app/deploy/scheduler.ts deploy/
USER node
EXPOSE 3000
HEALTHCHECK --start-period=30s --interval=10s --timeout=5s CMD ["node", "-e", \
  "fetch('http://127.0.0.1:3000/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.js"]

FROM debian:bookworm-slim AS proxy
RUN apt-get update \
 && apt-get install -y --no-install-recommends curl nginx libnginx-mod-http-brotli-filter \
 && rm -rf /var/lib/apt/lists/* \
 && install -d -o www-data -g www-data /run/proxy /var/cache/proxy \
 # The site's user, who writes into the volume.
 && install -d -o 1000 -g 1000 /var/lib/generation
COPY deploy/nginx.conf /etc/nginx/nginx.conf
USER www-data
EXPOSE 8080 8443
HEALTHCHECK --interval=10s --timeout=5s CMD ["curl", "-fsS", "-o", "/dev/null", "http://127.0.0.1:8080/api/health"]
CMD ["nginx", "-e", "stderr", "-g", "daemon off;"]
