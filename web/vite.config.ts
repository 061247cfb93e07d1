import { defineConfig } from "vite";

export default defineConfig({
  build: {
    outDir: "../src/steppe/server/page",
    emptyOutDir: true,
    target: "es2022",
    // The symbols are one library; it is loaded when the first counters are drawn.
    chunkSizeWarningLimit: 1000,
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8041", ws: true } } },
});
