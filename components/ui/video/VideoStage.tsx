import { type ReactNode, useState } from 'react'

/** The parts of a silent film, which has the browser's controls only on the full screen. */
export type Film = {
  /** Shown over the film, one after another. */
  cards: readonly ReactNode[]
  pauseLabel: string
  fullScreenLabel: string
}

export type VideoStageProps = {
  playLabel: string | undefined
  /** The player, rendered on the server. */
  player: ReactNode
  film: Film | undefined
  onError: () => void
}

const focusControl = (element: HTMLElement | null) =>
  element?.querySelector<HTMLElement>('button, video, iframe')?.focus()

/** Shows the video on the full screen, with the browser's controls, and afterwards returns the focus to the button. */
function openFullScreen(button: HTMLButtonElement) {
  const video: (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null | undefined =
    button.parentElement?.querySelector('video')
  if (!video) return
  // iPhones have only this method. Its player always has controls.
  if (!document.fullscreenEnabled) return video.webkitEnterFullscreen?.()
  video.onfullscreenchange = () => {
    video.controls = document.fullscreenElement === video
    const control = video.controls ? video : button
    control.focus()
  }
  video.requestFullscreen().catch(() => {})
}

/** A video's player, whose first control receives focus. A film also has cards, and buttons for pause and full screen. */
export function VideoStage({ playLabel, player, film, onError }: VideoStageProps) {
  const [isPaused, setIsPaused] = useState(false)
  const [cardIndex, setCardIndex] = useState(0)
  return (
    <div
      ref={focusControl}
      onErrorCapture={({ target }) => {
        // Ignores errors from text tracks, and from sources after which the browser tries another.
        if (target instanceof Element && !target.matches('track, :has(+ source)')) onError()
      }}
      onPlayCapture={() => setIsPaused(false)}
      onPauseCapture={() => setIsPaused(true)}
      onTimeUpdateCapture={({ target }) => {
        if (!film || !(target instanceof HTMLVideoElement)) return
        const progress = target.currentTime / (target.duration || Number.POSITIVE_INFINITY)
        setCardIndex(Math.min(Math.floor(progress * film.cards.length), film.cards.length - 1))
      }}
    >
      {film && (
        <button
          type="button"
          className={`film-toggle ${isPaused ? 'film-paused' : ''}`}
          aria-label={isPaused ? playLabel : film.pauseLabel}
          onClick={({ currentTarget }) => {
            const video = currentTarget.parentElement?.querySelector('video')
            if (isPaused) video?.play()
            else video?.pause()
          }}
        />
      )}
      {film && (
        <button
          type="button"
          className="film-expand"
          aria-label={film.fullScreenLabel}
          onClick={({ currentTarget }) => openFullScreen(currentTarget)}
        />
      )}
      {player}
      {/* Hidden from screen readers, since the page's text states the same facts. */}
      {film && (
        <div key={cardIndex} aria-hidden className="film-card">
          {film.cards[cardIndex]}
        </div>
      )}
    </div>
  )
}
