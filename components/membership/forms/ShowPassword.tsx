import type { ChangeEventHandler } from 'react'
import type { FieldName } from '@/lib/membership/fields'
import type { SharedTexts } from './texts'

type ShowPasswordProps = {
  names: readonly FieldName[]
  texts: SharedTexts
  checked?: boolean
  onChange?: ChangeEventHandler<HTMLInputElement>
}

/** The box that makes passwords readable, in forms that have one. */
export function ShowPassword({ names, texts, ...box }: ShowPasswordProps) {
  if (!texts.showPassword || !names.some((name) => /password/i.test(name))) return null
  return (
    <label className="field-check">
      <input type="checkbox" name="readable" {...box} />
      {texts.showPassword}
    </label>
  )
}
