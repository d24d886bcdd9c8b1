/** Where a face goes; decoration, and no camera. */
export function FaceShape({ looking = false }: { looking?: boolean }) {
  return (
    <svg className={looking ? 'face-shape looking' : 'face-shape'} viewBox="0 0 152 192" aria-hidden="true">
      <ellipse cx="76" cy="96" rx="74" ry="94" className="face-edge" />
      <circle cx="76" cy="76" r="30" />
      <path d="M27 160C30 128 50 112 76 112S122 128 125 160" />
    </svg>
  )
}
