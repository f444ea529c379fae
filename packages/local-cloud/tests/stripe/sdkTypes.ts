import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const resources = join(dirname(createRequire(import.meta.url).resolve('stripe')), '../esm/resources')

/** An interface of the SDK: its full name, and the type of each of its fields as it is written there. */
export type SdkType = { name: string; fields: Map<string, string>; file: Map<string, SdkType> }

function scripts(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return scripts(path)
    return entry.name.endsWith('.js') ? [path] : []
  })
}

/** The interfaces of a declaration file, which is indented by four. */
function typesIn(text: string): Map<string, SdkType> {
  const file = new Map<string, SdkType>()
  const open: { indent: number; name: string; type?: SdkType }[] = []
  for (const line of text.split('\n')) {
    const indent = line.search(/\S/)
    if (indent >= 0) while ((open.at(-1)?.indent ?? -1) >= indent) open.pop()
    const [, kind, name, rest = ''] =
      /^ *(?:export )?(?:declare )?(namespace|interface) (\w+)(.*)/.exec(line) ?? []
    if (name) {
      const full = [...open.map((outer) => outer.name), name].join('.')
      const type = { name: full, fields: new Map<string, string>(), file }
      if (rest.includes('PaginationParams'))
        for (const each of ['limit', 'starting_after', 'ending_before']) type.fields.set(each, '')
      open.push({ indent, name, ...(kind === 'interface' ? { type } : {}) })
      if (kind === 'interface') file.set(full, type)
    }
    const [, field, written = ''] = /^ *(\w+)\??: (.*)/.exec(line) ?? []
    if (field) open.at(-1)?.type?.fields.set(field, written)
  }
  return file
}

/** The interface that a written type names; undefined when it is none of the same file. */
export function typeNamed(file: Map<string, SdkType>, written: string): SdkType | undefined {
  for (const [name] of written.matchAll(/\b[A-Z]\w*(?:\.\w+)*/g)) {
    for (const [full, type] of file) if (full === name || full.endsWith(`.${name}`)) return type
  }
}

/** The parameters of each call of the SDK, by method and path with `:` for ids; undefined where there are none. */
export function sdkCalls(): Map<string, SdkType | undefined> {
  const calls = new Map<string, SdkType | undefined>()
  for (const script of scripts(resources)) {
    const code = readFileSync(script, 'utf8')
    const text = readFileSync(script.replace(/\.js$/, '.d.ts'), 'utf8')
    const file = typesIn(text)
    const requests = code.matchAll(
      /\n {4}(\w+)\([^)]*\) \{\s*[^{}]*?return this\._makeRequest\('(\w+)', (['`])(.*?)\3/g,
    )
    for (const [, call, method, , path] of requests) {
      const signature = new RegExp(`\\n    ${call}\\(([^;]*);`).exec(text)?.[1] ?? ''
      const params = /params\??: ([\w.]+)/.exec(signature)?.[1]
      calls.set(
        `${method} ${path?.replace(/\$\{[^}]*\}/g, ':')}`,
        params ? typeNamed(file, params) : undefined,
      )
    }
  }
  return calls
}

/** The SDK's type of an object, by the file below its resources and the name in it. */
export function sdkObject(path: string, name: string): SdkType {
  const type = typesIn(readFileSync(join(resources, `${path}.d.ts`), 'utf8')).get(name)
  if (!type) throw new Error(`There is no ${name}`)
  return type
}
