import { useState } from 'react'
import { memberFetch } from '@/lib/membership/memberFetch'
import type { AfterCheckoutTexts } from './texts'

type SendAgainProps = { texts: AfterCheckoutTexts; sessionId: string }

/** Mails a guest the link again, to the address that Stripe has. */
export function SendAgain({ texts, sessionId }: SendAgainProps) {
  const [state, setState] = useState<'idle' | 'sending' | 'sent' | 'failed'>('idle')

  async function press() {
    if (state === 'sending') return
    setState('sending')
    const sent = await memberFetch('/api/claim/send', { session_id: sessionId }).then(
      () => true,
      () => false,
    )
    setState(sent ? 'sent' : 'failed')
  }

  return (
    <>
      <button
        type="button"
        className="button button-compact button-quiet mt-4"
        aria-disabled={state === 'sending' || undefined}
        onClick={press}
      >
        {texts.sendAgain}
      </button>
      {state === 'sent' && <p className="mt-4">{texts.sent}</p>}
      {state === 'failed' && <p className="mt-4">{texts.sendFailed}</p>}
    </>
  )
}
