import { type ReactNode, useTransition } from 'react'

type ActionButtonProps = {
  className: string
  action: () => Promise<void>
  /** Replaces the label while the action runs. */
  busyLabel?: string
  children: ReactNode
}

/** A button with an asynchronous action. It ignores clicks while the action runs. */
export function ActionButton({ className, action, busyLabel, children }: ActionButtonProps) {
  const [isBusy, startAction] = useTransition()
  return (
    <button
      type="button"
      className={className}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={() => isBusy || startAction(action)}
    >
      {(isBusy && busyLabel) || children}
    </button>
  )
}
