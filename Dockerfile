# The command as an image: docker build -t merchant-payments-conformance .
#   docker run --rm -e TARGET_BASE_URL ... -v "$PWD/reports:/conformance/reports" merchant-payments-conformance certify

FROM node:24-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm pack ./dist --pack-destination /tmp

FROM node:24-slim
WORKDIR /app
# The versions that the package names; Chromium comes with one of them and unpacks itself below /app at its first start.
# What the expression names are arguments of their own.
# hadolint ignore=SC2046
RUN --mount=from=build,source=/tmp,target=/packed \
    echo '{"private":true}' > package.json \
    && npm install --no-audit --no-fund /packed/merchant-payments-conformance-*.tgz \
    && npm install --no-audit --no-fund $(node -p "Object.entries(require('./node_modules/merchant-payments-conformance/package.json').peerDependencies).filter(([name]) => /chromium|playwright/.test(name)).map((each) => each.join('@')).join(' ')") \
    && npm cache clean --force \
    && mkdir -p node_modules/.cache /conformance/reports \
    && chown -R node:node node_modules/.cache /conformance
ENV PATH=/app/node_modules/.bin:$PATH
# Not root: Chromium keeps its own sandbox where the container's host lets users make namespaces; the command says where it does not.
# The user node, by number: whoever starts it may have to give a folder to it.
USER 1000
WORKDIR /conformance
ENTRYPOINT ["merchant-payments-conformance"]
CMD ["--help"]
