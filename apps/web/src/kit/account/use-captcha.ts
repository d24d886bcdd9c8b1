import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../client/call.ts'

/** A picture to read, good for one use and two minutes. */
export type Captcha = { captchaId: string; captchaImg: string | null; refresh: () => void }

/** ms; a little less than a captcha lives. */
const lifetime = 110_000

/** Fetches a captcha while `wanted`, another before it runs out, and another on `refresh`. */
export function useCaptcha(wanted: boolean): Captcha {
  const [shown, setShown] = useState<{ captchaId: string; captchaImg: string } | null>(null)
  const latest = useRef(0)
  const refresh = useCallback(async () => {
    const turn = ++latest.current
    // A failure has been announced; the button beside the empty picture asks again.
    const captcha = await call('getCaptchaImage', {}).catch(() => null)
    if (turn === latest.current) setShown(captcha)
  }, [])
  useEffect(() => {
    if (!wanted) return
    void refresh()
    const timer = setInterval(() => void refresh(), lifetime)
    return () => clearInterval(timer)
  }, [wanted, refresh])
  return {
    captchaId: shown?.captchaId ?? '',
    captchaImg: shown?.captchaImg ?? null,
    refresh: () => void refresh(),
  }
}
