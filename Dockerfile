FROM python:3.13 AS build
WORKDIR /trapezi
COPY . .
RUN make .venv/.run src/trapezi/server/static/index.html \
 && .venv/bin/python -m pip wheel --no-deps --no-build-isolation --wheel-dir dist .

FROM python:3.13-slim
COPY --from=build /trapezi/dist/*.whl /tmp/
RUN pip install --no-cache-dir "$(echo /tmp/trapezi-*.whl)[postgres]" && rm /tmp/*.whl \
 && useradd --create-home trapezi && install --directory --owner trapezi /data
USER trapezi
ENV TRAPEZI_DATA=/data
VOLUME /data
EXPOSE 8000
CMD ["trapezi", "serve", "--host", "0.0.0.0", "--port", "8000"]
