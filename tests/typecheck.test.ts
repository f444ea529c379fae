import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { programs, root } from '../scripts/lib/paths.ts'

it('a second type check sees a global interface that another file changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'typecheck-'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const check = () =>
    spawnSync(process.execPath, [programs.tsc, '--noEmit', '-p', folder], { encoding: 'utf8' }).stdout
  try {
    const compilerOptions = { types: [], tsBuildInfoFile: join(folder, 'record.tsbuildinfo') }
    write(
      'tsconfig.json',
      JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: ['*.ts'] }),
    )
    write('query.ts', 'declare global { interface Query { type: "before" } }\nexport {}\n')
    write('page.ts', 'export const query: Query = { type: "before" }\n')
    expect(check()).toBe('')
    write('query.ts', 'declare global { interface Query { type: "after" } }\nexport {}\n')
    expect(check()).toContain('Type \'"before"\' is not assignable to type \'"after"\'')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
