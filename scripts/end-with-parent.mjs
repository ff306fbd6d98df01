// Preloaded into the server: stops it when the process that started it has ended.
process.channel?.unref();
process.once("disconnect", () => {
  process.kill(process.pid, "SIGTERM");
});
