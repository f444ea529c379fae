import { z } from 'zod'
import { isLoopback } from '../../config.ts'

const urlSchema = z
  .url({ protocol: /^https?$/ })
  .refine((value) => isLoopback(URL.parse(value)?.hostname ?? ''), {
    error: 'must be on this machine: the local cloud sends no requests elsewhere',
  })

const ruleSchema = z.object({
  on: z.array(z.enum(['create', 'update', 'delete'])).min(1),
  filter: z.string().default(''),
  projection: z.string().default(''),
})

/** The settings of a webhook (https://www.sanity.io/docs/http-reference/webhooks). A `dataset` of `*` matches any. */
export const hookSettingsSchema = z.object({
  type: z.literal('document').default('document'),
  name: z.string(),
  description: z.string().nullable().default(null),
  url: urlSchema,
  dataset: z.string().default('*'),
  apiVersion: z.string().default('v2025-02-19'),
  rule: ruleSchema,
  httpMethod: z.literal('POST').default('POST'),
  headers: z.record(z.string(), z.string()).default({}),
  includeDrafts: z.boolean().default(false),
  secret: z.string().nullable().default(null),
  isDisabledByUser: z.boolean().default(false),
})

export type HookSettings = z.infer<typeof hookSettingsSchema>
export type Operation = HookSettings['rule']['on'][number]

export type Hook = HookSettings & { id: string }

/** Describes a webhook for a response, without its secret. */
export function describeHook({ secret, ...hook }: Hook): Record<string, unknown> {
  return { ...hook, hasSecret: secret !== null }
}
