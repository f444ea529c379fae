import { type ReactNode, useTransition } from 'react'

type ActionButtonProps = {
  className: string
  action: () => Promise<void>
  children: ReactNode
}

/** A button with an asynchronous action. It ignores clicks while the action runs. */
export function ActionButton({ className, action, children }: ActionButtonProps) {
  const [isBusy, startAction] = useTransition()
  return (
    <button
      type="button"
      className={className}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={() => isBusy || startAction(action)}
    >
      {children}
    </button>
  )
}
