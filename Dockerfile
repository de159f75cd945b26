# The reference service as a mock, from the packed package:
#   npm pack && docker build --tag plimsoll .
#   docker run --rm --publish 4010:4010 --env PLIMSOLL_API_KEY=my-test-key plimsoll
# The health check asks port 4010: publish another one rather than serve on another one.
FROM node:22-alpine

WORKDIR /work
COPY plimsoll-*.tgz /tmp/
RUN npm install --global --omit=dev --no-audit --no-fund /tmp/plimsoll-*.tgz \
    && rm -rf /tmp/plimsoll-*.tgz /root/.npm

USER node
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=2s --start-period=5s \
    CMD wget -q -O /dev/null http://127.0.0.1:4010/__plimsoll/health \
    || wget -q -O /dev/null --no-check-certificate https://127.0.0.1:4010/__plimsoll/health

# Inside of a container nobody reaches 127.0.0.1; what is published is up to --publish.
ENTRYPOINT ["plimsoll"]
CMD ["serve", "--host", "0.0.0.0"]
