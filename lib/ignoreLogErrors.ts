/** Ignores that the log cannot be written, as on a full disk: Next would log that error, which fails again, and so on. */
export function ignoreLogErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
