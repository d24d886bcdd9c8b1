import { useState, type DragEvent, type ReactNode } from 'react'
import './file-drop.css'

type FileDropProps = {
  /** As an input's `accept`: endings and types, by commas. */
  accept: string
  multiple?: boolean
  /** Beside `drop`, for the page's own measures. */
  className?: string | undefined
  describedBy?: string | undefined
  bad?: boolean
  first?: boolean
  onFiles: (files: File[]) => void
  children: ReactNode
}

/** A field that takes files dropped on it, or chosen by press or by keyboard. */
export function FileDrop({ className, describedBy, bad = false, first = false, onFiles, ...rest }: FileDropProps) {
  const { accept, multiple = false, children } = rest
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    if (files && files.length > 0) onFiles([...files])
  }
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <label
      className={['drop', className, over && 'over', bad && 'bad'].filter(Boolean).join(' ')}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <input
        type="file"
        className="sr"
        accept={accept}
        multiple={multiple}
        aria-describedby={describedBy}
        aria-invalid={bad}
        {...(first && { 'data-first': '' })}
        onChange={(event) => {
          take(event.target.files)
          // The same file may be chosen again after it has been corrected.
          event.target.value = ''
        }}
      />
      {children}
    </label>
  )
}
