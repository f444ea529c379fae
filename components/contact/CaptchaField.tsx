'use client'

import { type RefObject, useEffect, useRef } from 'react'
import { type Captcha, loadCaptcha, showCaptcha } from '@/lib/contact/captcha'

/** The loaded widget, or whether loading it failed. */
export type CaptchaState = { captcha?: Captcha; hasFailed?: boolean }

type CaptchaFieldProps = {
  siteKey: string
  state: RefObject<CaptchaState>
  /** The error message from the CMS. */
  error: string | undefined
  onShown: () => void
  onToken: () => void
}

/** The widget of the CAPTCHA service. It loads once for each mount, so a remount retries a failed load. */
export function CaptchaField({ siteKey, state, error, onShown, onToken }: CaptchaFieldProps) {
  const container = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the widget is shown once
  useEffect(() => {
    let isUnmounted = false
    loadCaptcha().then(
      (api) => {
        if (isUnmounted || !container.current) return
        state.current = {
          captcha: showCaptcha(api, container.current, siteKey, onToken),
        }
        onShown()
      },
      () => {
        if (!isUnmounted) state.current = { hasFailed: true }
      },
    )
    return () => {
      isUnmounted = true
    }
  }, [])

  return (
    <div>
      <div ref={container} />
      <p role="alert" className="field-error">
        {error}
      </p>
    </div>
  )
}
