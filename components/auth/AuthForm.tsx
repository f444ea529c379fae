'use client'

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Field } from '@/components/ui/form/Field'
import { readText } from '@/components/ui/form/readText'
import { type Errors, useForm } from '@/components/ui/form/useForm'
import { useBrowserValue } from '@/components/ui/useBrowserValue'
import { loadCommonPasswords, requireUncommonPassword } from '@/lib/auth/browser/commonPasswords'
import {
  type AuthField,
  findProblemField,
  minPasswordLength,
  normalizeField,
  validateField,
} from '@/lib/auth/browser/fields'
import { type ProblemName, toProblemNames } from '@/lib/auth/browser/problems'
import { readSuggestedEmail } from '@/lib/auth/browser/suggestedEmail'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { fillTemplate } from '@/lib/content/text/format'
import { ProblemAlert } from './ProblemAlert'
import { formatProblem, type SharedTexts } from './texts'

/** Returns a field's value, or an empty string for a field that the form lacks. */
export type FieldReader = (name: AuthField) => string

type FormTexts = SharedTexts & { heading?: string; submit?: string; newEmailLabel?: string }

type AuthFormProps = {
  fieldNames: readonly AuthField[]
  texts: FormTexts
  /** The form's accessible name; by default `texts.heading`, the heading of its page. */
  label?: string | undefined
  /** The label of the submit button; by default `texts.submit`. */
  submitLabel?: string | undefined
  /**
   * Handles a valid submission. Thrown errors appear as messages. If it returns a string, the form shows
   * the string and is cleared.
   *
   * @param intent - the value of the pressed button named `intent`, or an empty string for the submit button; with an
   * intent, the only required field is the email
   */
  onSubmit: (readField: FieldReader, intent: string) => Promise<unknown>
  /** The initial value of the email field; by default the email in the URL's fragment. */
  initialEmail?: string | undefined
  /** The account's email, for password managers and for checking new passwords. */
  accountEmail?: string | undefined
  /** Content below the submit button. A function receives the form's problem and can offer an action for it. */
  children?: ReactNode | ((problem: ProblemName | undefined, isBusy: boolean) => ReactNode)
  /** Styles the submit button as a secondary one, or for an irreversible action. */
  variant?: 'quiet' | 'destructive' | false | undefined
}

/** Each field's label, and attributes for password managers and autofill (https://html.spec.whatwg.org/#autofill). */
const fieldAttributes = {
  email: { label: 'emailLabel', type: 'email', autoComplete: 'username', inputMode: 'email' },
  newEmail: { label: 'newEmailLabel', type: 'email', autoComplete: 'email', inputMode: 'email' },
  password: { label: 'passwordLabel', type: 'password', autoComplete: 'current-password' },
  currentPassword: { label: 'currentPasswordLabel', type: 'password', autoComplete: 'current-password' },
  newPassword: { label: 'newPasswordLabel', type: 'password', autoComplete: 'new-password' },
  code: { label: 'codeLabel', type: 'text', autoComplete: 'one-time-code', inputMode: 'numeric' },
  appCode: { label: 'appCodeLabel', type: 'text', autoComplete: 'one-time-code', inputMode: 'numeric' },
} as const satisfies Record<AuthField, { label: keyof FormTexts; [attribute: string]: string }>

/** A form on an account page. It validates the fields, submits them and shows the result. */
export function AuthForm(props: AuthFormProps) {
  const { fieldNames, texts, label = texts.heading, submitLabel = texts.submit } = props
  const { onSubmit, initialEmail, accountEmail, children, variant } = props
  const id = useId()
  const passwordToggle = useRef<HTMLInputElement>(null)
  const [isPasswordVisible, setIsPasswordVisible] = useState(false)
  const suggestedEmail = useBrowserValue(readSuggestedEmail, undefined)
  const hasNewPassword = fieldNames.includes('newPassword')
  const form = useForm<AuthField, { successMessage?: string | undefined; problem?: ProblemName | undefined }>(
    {
      names: fieldNames,
      // Checks only new emails for typos, since an existing account's email may look mistyped.
      emailSuggestion: hasNewPassword || fieldNames.includes('newEmail') ? texts.emailSuggestion : undefined,
      getRequiredFields: (data) =>
        readText(data, 'intent') ? fieldNames.filter((name) => name === 'email') : fieldNames,
      validate(name, data) {
        const problem = validateField(name, normalizeField(name, readText(data, name)))
        return problem && formatProblem(problem, texts)
      },
      async onSubmit(data) {
        try {
          const readField: FieldReader = (name) => normalizeField(name, readText(data, name))
          if (hasNewPassword)
            await requireUncommonPassword(readField('newPassword'), accountEmail ?? readField('email'))
          const returned = await onSubmit(readField, readText(data, 'intent'))
          const successMessage = typeof returned === 'string' ? returned : undefined
          if (successMessage !== undefined) form.clear()
          return { result: { successMessage } }
        } catch (error) {
          const problems = toProblemNames(error, navigator.onLine).map((name) =>
            // The service reports a wrong code as an expired link.
            name === 'linkExpired' && fieldNames.includes('code') ? 'codeWrong' : name,
          )
          return assignProblems(problems, fieldNames, texts)
        }
      },
    },
  )
  const { errors, isBusy } = form
  const { successMessage, problem } = form.result ?? {}

  useEffect(() => {
    // The checkbox may have been selected before hydration.
    setIsPasswordVisible(passwordToggle.current?.checked ?? false)
    // Preloads the auth client and the common passwords. A failed load is reported on submit.
    loadAuthClient().catch(() => undefined)
    if (hasNewPassword) loadCommonPasswords().catch(() => undefined)
  }, [hasNewPassword])

  const hasPassword = fieldNames.some((name) => /password/i.test(name))
  return (
    <form {...form.props} aria-label={label} className="auth-form">
      {accountEmail && hasPassword && (
        <input type="email" autoComplete="username" value={accountEmail} readOnly hidden />
      )}
      {fieldNames.map((name) => {
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
            type={type === 'password' && isPasswordVisible ? 'text' : type}
            defaultValue={name === 'email' ? (initialEmail ?? suggestedEmail) : undefined}
            autoCapitalize="none"
            spellCheck={false}
            error={errors[name]}
            readOnly={isBusy}
          />
        )
      })}
      {hasPassword && (
        <label className="field-check">
          <input
            ref={passwordToggle}
            type="checkbox"
            onChange={({ target }) => setIsPasswordVisible(target.checked)}
          />
          {texts.showPassword}
        </label>
      )}
      <button
        type="submit"
        aria-disabled={isBusy}
        className={variant ? `button button-${variant}` : 'button'}
      >
        {isBusy ? texts.working : submitLabel}
      </button>
      <div role="status" className={successMessage ? 'form-done' : 'sr-only'}>
        {isBusy ? texts.working : successMessage}
      </div>
      <ProblemAlert problem={problem} texts={texts} />
      {typeof children === 'function' ? children(problem, isBusy) : children}
    </form>
  )
}

/** Assigns each problem to its field; the first one without a field becomes the form's problem. */
function assignProblems(problems: readonly ProblemName[], names: readonly AuthField[], texts: SharedTexts) {
  const errors: Errors<AuthField> = {}
  for (const problem of problems) {
    const field = findProblemField(problem, names)
    if (field) errors[field] = [errors[field], formatProblem(problem, texts)].filter(Boolean).join(' ')
  }
  return { errors, result: { problem: problems.find((problem) => !findProblemField(problem, names)) } }
}
