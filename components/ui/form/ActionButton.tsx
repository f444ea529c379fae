import { type ReactNode, useTransition } from 'react'

type ActionButtonProps = { className: string; act: () => Promise<void>; children: ReactNode }

/** A button with an asynchronous action. It ignores clicks while the action runs. */
export function ActionButton({ className, act, children }: ActionButtonProps) {
  const [isActing, startActing] = useTransition()
  return (
    <button
      type="button"
      className={className}
      aria-disabled={isActing || undefined}
      onClick={() => isActing || startActing(act)}
    >
      {children}
    </button>
  )
}
