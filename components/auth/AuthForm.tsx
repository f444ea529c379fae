'use client'

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Field } from '@/components/ui/form/Field'
import { readText } from '@/components/ui/form/readText'
import { type Errors, useForm } from '@/components/ui/form/useForm'
import {
  type AuthField,
  fieldProblem,
  findProblemField,
  minPasswordLength,
  normalizeField,
} from '@/lib/auth/browser/fields'
import { explainError, type ProblemName } from '@/lib/auth/browser/problems'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { fillTemplate } from '@/lib/content/format'
import { explain, type SharedTexts } from './texts'

/** Reads a field; empty for one that the form does not have. */
export type FieldReader = (name: AuthField) => string

type FormTexts = SharedTexts & { heading?: string; submit?: string; newEmailLabel?: string }

type AuthFormProps = {
  names: readonly AuthField[]
  texts: FormTexts
  /** The form's accessible name; the heading of the page, where the form is the page's purpose. */
  label?: string | undefined
  /** On the button. */
  submit?: string | undefined
  /**
   * The form's action. Its errors are explained; a returned text is shown, and the form is cleared.
   *
   * @param way - the value of the pressed button `way`, empty for the main one
   */
  act: (written: FieldReader, way: string) => Promise<unknown>
  /** The fields that a button needs, where it does not need all of them. */
  needs?: (way: string) => readonly AuthField[]
  /** Whose password it is, for password managers. */
  owner?: string | undefined
  /** Content below the button; receives the problem, so that it can offer an action. */
  children?: ReactNode | ((problem: ProblemName | undefined, isBusy: boolean) => ReactNode)
  quiet?: boolean
  /** Set for a form that destroys something. */
  isDestructive?: boolean
}

/** Password managers and the browser's own suggestions go by these (https://html.spec.whatwg.org/#autofill). */
const fieldAttributes = {
  email: { label: 'emailLabel', type: 'email', autoComplete: 'username', inputMode: 'email' },
  newEmail: { label: 'newEmailLabel', type: 'email', autoComplete: 'email', inputMode: 'email' },
  password: { label: 'passwordLabel', type: 'password', autoComplete: 'current-password' },
  currentPassword: { label: 'currentPasswordLabel', type: 'password', autoComplete: 'current-password' },
  newPassword: { label: 'newPasswordLabel', type: 'password', autoComplete: 'new-password' },
  code: { label: 'codeLabel', type: 'text', autoComplete: 'one-time-code', inputMode: 'numeric' },
  appCode: { label: 'appCodeLabel', type: 'text', autoComplete: 'one-time-code', inputMode: 'numeric' },
} as const satisfies Record<AuthField, { label: keyof FormTexts; [attribute: string]: string }>

/** A form about an account that validates, submits, and shows the result. */
export function AuthForm(props: AuthFormProps) {
  const { names, texts, label = texts.heading, submit = texts.submit } = props
  const { act, needs, owner, children, quiet, isDestructive } = props
  const className = isDestructive ? 'button button-destructive' : quiet ? 'button button-quiet' : 'button'
  const id = useId()
  const readable = useRef<HTMLInputElement>(null)
  const [isReadable, setIsReadable] = useState(false)
  const form = useForm<AuthField, { done?: string | undefined; problem?: ProblemName | undefined }>({
    names,
    needed: needs && ((data) => needs(readText(data, 'way'))),
    check(name, text) {
      const problem = fieldProblem(name, normalizeField(name, text))
      return problem && explain(problem, texts)
    },
    async act(data) {
      try {
        const response = await act(
          (name) => normalizeField(name, readText(data, name)),
          readText(data, 'way'),
        )
        const done = typeof response === 'string' ? response : undefined
        if (done !== undefined) form.clear()
        return { result: { done } }
      } catch (error) {
        return placeProblems(explainError(error, navigator.onLine), names, texts)
      }
    },
  })
  const { errors, isBusy } = form
  const { done, problem } = form.result ?? {}

  useEffect(() => {
    // Ticked before this script loaded.
    setIsReadable(readable.current?.checked ?? false)
    // The form will need the client. Failures show when it is used.
    loadAuthClient().catch(() => undefined)
  }, [])

  const hasPassword = names.some((name) => /password/i.test(name))
  return (
    <form {...form.props} aria-label={label} className="auth-form">
      {owner && hasPassword && <input type="email" autoComplete="username" value={owner} readOnly hidden />}
      {names.map((name) => {
        const { label, type, ...attributes } = fieldAttributes[name]
        return (
          <Field
            key={name}
            {...attributes}
            id={`${id}-${name}`}
            name={name}
            label={texts[label]}
            hint={
              name === 'newPassword'
                ? fillTemplate(texts.passwordHint, { min: minPasswordLength })
                : undefined
            }
            type={type === 'password' && isReadable ? 'text' : type}
            autoCapitalize="none"
            spellCheck={false}
            error={errors[name]}
            readOnly={isBusy}
          />
        )
      })}
      {texts.showPassword && hasPassword && (
        <label className="field-check">
          <input ref={readable} type="checkbox" onChange={({ target }) => setIsReadable(target.checked)} />
          {texts.showPassword}
        </label>
      )}
      <button type="submit" aria-disabled={isBusy} className={className}>
        {isBusy ? texts.working : submit}
      </button>
      <div role="status" className={done ? 'form-done' : 'sr-only'}>
        {isBusy ? texts.working : done}
      </div>
      <div role="alert" className={problem && 'form-failed'}>
        {problem && explain(problem, texts)}
      </div>
      {typeof children === 'function' ? children(problem, isBusy) : children}
    </form>
  )
}

/** Each problem beside its field; one that is about none of them is left over. */
function placeProblems(problems: readonly ProblemName[], names: readonly AuthField[], texts: SharedTexts) {
  const errors: Errors<AuthField> = {}
  for (const problem of problems) {
    const field = findProblemField(problem, names)
    if (field) errors[field] = [errors[field], explain(problem, texts)].filter(Boolean).join(' ')
  }
  return { errors, result: { problem: problems.find((problem) => !findProblemField(problem, names)) } }
}
