import type { FormEvent, ReactNode, Ref } from 'react'
import { OutlineMark } from './outline-mark.tsx'
import './door-frame.css'

type DoorFrameProps = {
  /** What one does here, by name. */
  label: string
  steps: readonly string[]
  /** Which of them it is. */
  at: number
  form: Ref<HTMLFormElement>
  onSubmit: (event: FormEvent) => void
  children: ReactNode
}

/** The door of those who run the platform: dark, taped, and without any way to register. */
export function DoorFrame({ label, steps, at, form, onSubmit, children }: DoorFrameProps) {
  return (
    <div className="room-door">
      <div className="room-tape" aria-hidden="true" />
      <main className="room-door-main">
        <div className="room-door-name">
          <OutlineMark size={40} />
          <h1>运营室</h1>
        </div>
        <p>
          只给运营平台的人。客户请到<a href="/home/login">登录页</a>。
        </p>
        <form ref={form} className="room-door-card" aria-label={label} noValidate onSubmit={onSubmit}>
          <ol className="room-steps">
            {steps.map((step, index) => (
              <li key={step} aria-current={index === at ? 'step' : undefined}>
                {step}
              </li>
            ))}
          </ol>
          {children}
        </form>
      </main>
      <footer className="room-door-foot">
        没有账号请联系运维人员：npm run operator -- add 账号
        <br />
        每次登录都会记录，连续输错会锁定一刻钟
      </footer>
    </div>
  )
}
