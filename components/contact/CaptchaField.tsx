'use client'

import { type RefObject, useEffect, useRef } from 'react'
import { type Captcha, loadCaptcha, showCaptcha } from '@/lib/contact/captcha'
import type { CaptchaSetting } from '@/lib/contact/config'

/** The widget, and whether it could be loaded. */
export type CaptchaState = { captcha?: Captcha; failed?: boolean }

type CaptchaFieldProps = {
  setting: CaptchaSetting
  state: RefObject<CaptchaState>
  /** The error, as a text of the CMS. */
  error: string | undefined
  onShown: () => void
  onToken: () => void
}

/** The widget of the CAPTCHA service. It loads once; a remount retries. */
export function CaptchaField({ setting, state, error, onShown, onToken }: CaptchaFieldProps) {
  const place = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the widget is shown once
  useEffect(() => {
    let left = false
    loadCaptcha(setting.provider).then(
      (api) => {
        if (left || !place.current) return
        state.current = {
          captcha: showCaptcha(api, place.current, setting.siteKey, (token) => token && onToken()),
        }
        onShown()
      },
      () => {
        if (!left) state.current = { failed: true }
      },
    )
    return () => {
      left = true
    }
  }, [])

  return (
    <div>
      <div ref={place} />
      <p role="alert" className="field-error">
        {error}
      </p>
    </div>
  )
}
