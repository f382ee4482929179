/** Line icons on a 16 px grid, hidden from screen readers, which read the text beside them. */

const paths = {
  home: 'M2 7.5L8 2.5l6 5M3.5 6.5v7h9v-7',
  activity: 'M1.5 8h3l2-5 3 10 2-5h3',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14',
  memories: 'M3 2.5h7.5L13 5v8.5H3zM5.5 6.5h5M5.5 9h5M5.5 11.5h3',
  wiki: 'M8 3.5C6 2.3 4 2.3 2 3v10c2-.7 4-.7 6 .5 2-1.2 4-1.2 6-.5V3c-2-.7-4-.7-6 .5Zm0 0v10',
  sessions: 'M2 3.5h12v7H8l-3 2.5v-2.5H2z',
  review: 'M2 4.5l1.5 1.5L6 3.5M2 11l1.5 1.5L6 10M8.5 5H14M8.5 11.5H14',
  context: 'M8 1.5l6 3-6 3-6-3zM2 8l6 3 6-3M2 11.5l6 3 6-3',
  settings:
    'M2 4.5h7M12 4.5h2M2 11.5h2M7 11.5h7M10.5 6a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM5.5 13a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  rows: 'M2 3h12M2 6.3h12M2 9.7h12M2 13h12',
  add: 'M8 3v10M3 8h10',
  menu: 'M2 4h12M2 8h12M2 12h12',
  more: 'M3.5 8v.1M8 8v.1M12.5 8v.1',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  retry: 'M13.5 8A5.5 5.5 0 1 1 11.7 3.9M12 1.5V4.3H9.2',
  pause: 'M5.5 3v10M10.5 3v10',
  play: 'M4.5 2.5v11l9-5.5z',
  prompt: 'M3 4l4 4-4 4M8.5 12.5H13',
  tool: 'M8 9.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  done: 'M2.5 8.5l3.5 3.5 7.5-8',
  alert: 'M8 1.8L15 14H1zM8 6.5v3.5M8 12v.1',
  start: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 9.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  end: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6 6h4v4H6z',
  copy: 'M5.5 5.5h8v8h-8zM3 10.5H2.5v-8h8V3',
  file: 'M4 1.5h5l3 3v10H4zM9 1.5v3h3',
  pin: 'M6 1.5h4l-.5 5 2.5 2.5H4L6.5 6.5zM8 9v5.5',
  edit: 'M2.5 13.5l.8-3.3L11 2.5l2.5 2.5-7.7 7.7z',
  forget: 'M2.5 4h11M6 4V2h4v2M4 4l.7 10h6.6L12 4',
  chevron: 'M6 3.5L10.5 8 6 12.5',
  help: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM6.2 6.2a1.8 1.8 0 1 1 2.6 1.7c-.5.3-.8.6-.8 1.3M8 11.3v.1',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  moon: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7Z',
  auto: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM8 1.5v13',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
