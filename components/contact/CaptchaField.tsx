'use client'

import { type RefObject, useEffect, useRef } from 'react'
import { type Captcha, loadCaptcha, showCaptcha } from '@/lib/contact/captcha'
import type { CaptchaSetting } from '@/lib/contact/config'

/** The loaded widget, or whether loading it failed. */
export type CaptchaState = { captcha?: Captcha; hasFailed?: boolean }

type CaptchaFieldProps = {
  setting: CaptchaSetting
  state: RefObject<CaptchaState>
  /** The error message from the CMS. */
  error: string | undefined
  onShown: () => void
  onToken: () => void
}

/** The widget of the CAPTCHA service. It loads once for each mount, so a remount retries a failed load. */
export function CaptchaField({ setting, state, error, onShown, onToken }: CaptchaFieldProps) {
  const container = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the widget is shown once
  useEffect(() => {
    let isUnmounted = false
    loadCaptcha(setting.provider).then(
      (api) => {
        if (isUnmounted || !container.current) return
        state.current = {
          captcha: showCaptcha(api, container.current, setting.siteKey, (token) => token && onToken()),
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
