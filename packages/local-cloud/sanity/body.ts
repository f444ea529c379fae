import { z } from 'zod'
import { readJson } from '../http/body.ts'
import { HttpError } from '../http/errors.ts'

/** Parses the JSON body of a request, `{}` when it is empty. Throws a 400 HttpError that names the invalid fields. */
export async function parseBody<Schema extends z.ZodType>(
  request: { text(): Promise<string> },
  schema: Schema,
): Promise<z.infer<Schema>> {
  const parsed = schema.safeParse((await readJson(request)) ?? {})
  if (parsed.success) return parsed.data
  throw new HttpError(400, z.prettifyError(parsed.error))
}
