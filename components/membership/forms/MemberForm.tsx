import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { fieldOf } from '@/components/ui/form/focus'
import { type FieldName, fieldProblem, normalise, type Values } from '@/lib/membership/fields'
import { fieldOfProblem, type ProblemName, problemsOf } from '@/lib/membership/problems'
import type { Handover } from './handover'
import { MemberFields } from './MemberFields'
import { ShowPassword } from './ShowPassword'
import { explain, type SharedTexts } from './texts'
import { useResume } from './useResume'

/** A complete set of what was written: each field of the form has a text. */
export type Written = Record<FieldName, string>

type MemberFormProps = {
  label: string | undefined
  names: readonly FieldName[]
  texts: SharedTexts
  /** On the button. */
  submit: string | undefined
  /**
   * Does what the form is for. What it throws is explained; a text that it answers is said, and the form is emptied.
   *
   * @param way - the value of the button that was pressed, empty for the main one
   */
  act: (written: Written, way: string) => Promise<unknown>
  /** The fields that a button needs, where it does not need all of them. */
  needs?: (way: string) => readonly FieldName[]
  /** What was done in the delivered form before. */
  start?: Handover | undefined
  /** Whose password it is, for password managers. */
  owner?: string | undefined
  /** What stands below the button; given the problem, so that a way on can be offered. */
  children?: ReactNode | ((problem: ProblemName | undefined, isBusy: boolean) => ReactNode)
  quiet?: boolean
}

type Errors = Partial<Record<FieldName, string | undefined>>

/** A form of members that checks, sends, and says how that went. */
export function MemberForm(props: MemberFormProps) {
  const { label, names, texts, submit, act, needs, start, owner, children, quiet } = props
  const id = useId()
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<ProblemName>()
  const [isBusy, setIsBusy] = useState(false)
  const [done, setDone] = useState<string>()
  const [isReadable, setIsReadable] = useState(start?.isReadable ?? false)
  const form = useResume(start)
  const attempt = useRef(false)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (attempt.current) return
    const { nativeEvent } = event
    const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
    const way = submitter?.getAttribute('value') ?? ''
    const element = event.currentTarget
    const written = read(element, names)
    const wanted = needs?.(way) ?? names
    const found = wanted.flatMap((name): [FieldName, ProblemName][] => {
      const wrong = fieldProblem(name, written[name])
      return wrong ? [[name, wrong]] : []
    })
    setDone(undefined)
    if (found.length > 0) return show(element, found)
    attempt.current = true
    setIsBusy(true)
    show(element, [])
    try {
      const answer = await act(written, way)
      if (typeof answer === 'string') {
        element.reset()
        setDone(answer)
      }
    } catch (error) {
      show(element, problemsOf(error, navigator.onLine))
    } finally {
      attempt.current = false
      setIsBusy(false)
    }
  }

  /** Shows each problem beside its field, or below the button, and leads to the first of them. */
  function show(element: HTMLFormElement, found: readonly (ProblemName | [FieldName, ProblemName])[]) {
    const placed = found.map((each): [FieldName | undefined, ProblemName] =>
      typeof each === 'string' ? [fieldOfProblem(each, names), each] : each,
    )
    const byField: Errors = {}
    for (const [field, each] of placed) {
      if (field) byField[field] = [byField[field], explain(each, texts)].filter(Boolean).join(' ')
    }
    setErrors(byField)
    setProblem(placed.find(([field]) => !field)?.[1])
    const first = names.find((name) => byField[name])
    if (first) fieldOf(element, first)?.focus()
  }

  /** A field that was found wrong is checked again with every change; the others are left alone until sending. */
  function changed({ target, currentTarget }: FormEvent<HTMLFormElement>) {
    const name = names.find((each) => fieldOf(currentTarget, each) === target)
    if (!name || !errors[name]) return
    const wrong = fieldProblem(name, read(currentTarget, names)[name])
    setErrors({ ...errors, [name]: wrong && explain(wrong, texts) })
  }

  const hasPassword = names.some((name) => /password/i.test(name))
  return (
    <form
      ref={form}
      method="dialog"
      noValidate
      aria-label={label}
      className="member-form"
      onSubmit={send}
      onInput={changed}
    >
      {owner && hasPassword && <input type="email" autoComplete="username" value={owner} readOnly hidden />}
      <MemberFields {...{ id, names, texts, errors, isReadable }} readOnly={isBusy} />
      <ShowPassword
        names={names}
        texts={texts}
        checked={isReadable}
        onChange={() => setIsReadable(!isReadable)}
      />
      <button type="submit" aria-disabled={isBusy} className={quiet ? 'button button-quiet' : 'button'}>
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

function read(form: HTMLFormElement, names: readonly FieldName[]): Written {
  const empty: Written = {
    email: '',
    newEmail: '',
    password: '',
    currentPassword: '',
    newPassword: '',
    code: '',
    appCode: '',
  }
  const found: Values = {}
  for (const name of names) found[name] = normalise(name, fieldOf(form, name)?.value ?? '')
  return { ...empty, ...found }
}
