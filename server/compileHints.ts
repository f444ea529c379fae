import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const manifest = z.object({ rootMainFiles: z.array(z.string()).min(1) })

/** Read at the very beginning of a file, by V8; other engines take it for a comment. */
const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Has browsers compile the framework's script files while they load, beside the page. Most of their functions are called
 * when they start, and each would be compiled at its first call, while nothing else can happen.
 *
 * https://v8.dev/blog/explicit-compile-hints
 *
 * @param build - its folder, absolute
 * @throws Error when a new version of Next does not name these files as today
 */
export async function hintCompilation(build: { distDir: string }): Promise<void> {
  const text = await readFile(join(build.distDir, 'build-manifest.json'), 'utf8')
  for (const name of manifest.parse(JSON.parse(text)).rootMainFiles) {
    const file = join(build.distDir, name)
    const script = await readFile(file, 'utf8')
    if (!script.startsWith(hint)) await writeFile(file, hint + script)
  }
}
