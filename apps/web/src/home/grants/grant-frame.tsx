import { PenLine } from 'lucide-react'
import type { ComponentProps, ReactNode, RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import { TaskFrame } from '../../ui/task-frame.tsx'
import type { Then } from './use-saving.ts'
import './grant-form.css'

type GrantFrameProps = Pick<ComponentProps<typeof TaskFrame>, 'back' | 'title' | 'note' | 'children'> & {
  /** What the form is of. */
  label: string
  form: RefObject<HTMLFormElement | null>
  /** The letter as it will read. */
  paper: ReactNode
  saving: { busy: Then | null; save: (then: Then) => Promise<void> }
}

/** A grant is filled in at left and its letter shown beside it as it will read. */
export const GrantFrame = ({ label, form, paper, saving: { busy, save }, children, ...frame }: GrantFrameProps) => (
  <TaskFrame
    {...frame}
    actions={
      <>
        <Button busy={busy === 'keep'} onClick={() => void save('keep')}>
          保存
        </Button>
        <Button variant="primary" busy={busy === 'sign'} onClick={() => void save('sign')}>
          <PenLine size={18} />
          签署授权书
        </Button>
      </>
    }
  >
    <div className="granting">
      <form ref={form} className="granting-form" aria-label={label} onSubmit={(event) => event.preventDefault()}>
        {children}
      </form>
      <section className="granting-paper" aria-label="授权书预览">
        {paper}
      </section>
    </div>
  </TaskFrame>
)
