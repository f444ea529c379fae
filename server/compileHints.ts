import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const manifest = z.object({ rootMainFiles: z.array(z.string()).min(1) })

/** Read by V8 at the beginning of a file; a comment to other engines. */
const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Marks the framework's script files, so that browsers compile them in the background while they load. Without the mark each
 * function is compiled at its first call, which blocks the page while the framework starts.
 *
 * https://v8.dev/blog/explicit-compile-hints
 *
 * @param build - its folder, absolute
 * @throws Error when a new version of Next does not list these files in `build-manifest.json`
 */
export async function addCompileHints(build: { distDir: string }): Promise<void> {
  const text = await readFile(join(build.distDir, 'build-manifest.json'), 'utf8')
  for (const name of manifest.parse(JSON.parse(text)).rootMainFiles) {
    const file = join(build.distDir, name)
    const script = await readFile(file, 'utf8')
    if (!script.startsWith(hint)) await writeFile(file, hint + script)
  }
}
