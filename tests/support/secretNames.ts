import { readFileSync } from 'node:fs'
import { inRoot } from '../../scripts/lib/paths.ts'

/** Secrets of .env.example. */
export function secretNames(): string[] {
  const example = readFileSync(inRoot('.env.example'), 'utf8')
  const names = [...example.matchAll(/^(\w+)=/gm)].map(([, name = '']) => name)
  const secret = /_(SECRET|TOKEN|PASSWORD|SECRET_KEY)$|^(DATABASE|DATABASE_OWNER|REDIS)_URL$/
  return names.filter((name) => secret.test(name))
}
