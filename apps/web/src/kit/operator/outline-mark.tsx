/** The mark as an empty frame: this side holds no seal. */
export const OutlineMark = ({ size }: { size: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    <rect x="1.75" y="1.75" width="20.5" height="20.5" rx="4" />
    <path d="M12 2v5.600H8V12h8v4.400h-4V22" />
  </svg>
)
