// Loaded into the server before its own code: asks it to stop when the process that started it is gone.
process.channel?.unref();
process.once("disconnect", () => {
  process.kill(process.pid, "SIGTERM");
});
