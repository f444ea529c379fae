import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const manifestSchema = z.object({ rootMainFiles: z.array(z.string()).min(1) })

/** A hint that V8 reads at the start of a file. Other engines ignore the comment. */
const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Adds a hint to the framework's script files, so that V8 compiles them in the background while they load. Without the
 * hint, each function is compiled at its first call, which blocks the page while the framework starts.
 *
 * https://v8.dev/blog/explicit-compile-hints
 *
 * @throws Error when a new Next version does not list these files in `build-manifest.json`
 */
export async function addCompileHints(build: { distDir: string }): Promise<void> {
  const text = await readFile(join(build.distDir, 'build-manifest.json'), 'utf8')
  for (const name of manifestSchema.parse(JSON.parse(text)).rootMainFiles) {
    const file = join(build.distDir, name)
    const script = await readFile(file, 'utf8')
    if (!script.startsWith(hint)) await writeFile(file, hint + script)
  }
}
