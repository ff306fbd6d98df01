// A distinct sound for every look, generated, so that it is heard without looking at the screen.
import type { DeskLook } from "./desk-screen.tsx";

export type DeskSound = Exclude<DeskLook, "idle" | "reading"> | "saved";

type Tone = readonly [hertz: number, milliseconds: number];

/** Rising is good, falling needs a look, low and long is a stop. */
const tones: Readonly<Record<DeskSound, readonly Tone[]>> = {
  right: [
    [880, 80],
    [1175, 120],
  ],
  news: [
    [880, 80],
    [1175, 80],
    [1480, 120],
  ],
  again: [
    [660, 90],
    [660, 90],
  ],
  unsure: [
    [740, 90],
    [620, 90],
    [740, 140],
  ],
  unknown: [
    [660, 120],
    [440, 220],
  ],
  conflict: [
    [520, 90],
    [390, 90],
    [520, 90],
    [390, 160],
  ],
  other: [
    [990, 70],
    [740, 70],
    [990, 110],
  ],
  place: [[1320, 90]],
  stop: [
    [220, 180],
    [165, 360],
  ],
  saved: [[1568, 60]],
};

let audio: AudioContext | null = null;

/** Plays the sound. Browsers without sound, or before the first key is pressed, stay silent. */
export function playSound(sound: DeskSound): void {
  if (typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  let at = audio.currentTime + 0.01;
  for (const [hertz, milliseconds] of tones[sound]) {
    const seconds = milliseconds / 1000;
    const oscillator = audio.createOscillator();
    const volume = audio.createGain();
    oscillator.type = sound === "stop" ? "square" : "triangle";
    oscillator.frequency.value = hertz;
    // A short fade at both ends, since a hard edge clicks.
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.2, at + 0.01);
    volume.gain.setValueAtTime(0.2, at + seconds - 0.02);
    volume.gain.linearRampToValueAtTime(0, at + seconds);
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start(at);
    oscillator.stop(at + seconds);
    at += seconds + 0.03;
  }
}
