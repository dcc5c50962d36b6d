/* The phone's camera: the one on its back, its light, its pictures, and a screen that stays on.
 *
 *   const lens = new Lens(video, onEnd);
 *   await lens.open();  lens.close();  await lens.other();  await lens.light(true);
 *   lens.each((taken) => …)          for every new frame: when it was taken, in seconds of this device's clock
 *   await lens.shot(1280, 0.8, 180)  the frame that is shown now, turned, as a JPEG blob */

export class LensError extends Error {
  constructor(kind) {
    super(kind);
    this.kind = kind;
  }
}

export class Lens {
  constructor(video, onEnd) {
    this.video = video;
    this.onEnd = onEnd;
    this.track = null;
    this.canvas = document.createElement("canvas");
    this.awake = null;
    this.dream = null;
    this.chosen = null;
    this.running = false;
    this.again = () => document.visibilityState === "visible" && this.running && this.stayAwake();
    document.addEventListener("visibilitychange", this.again);
  }

  get canLight() {
    return Boolean(this.track?.getCapabilities?.().torch);
  }

  async open() {
    if (!window.isSecureContext || !navigator.mediaDevices?.getUserMedia) throw new LensError("insecure");
    const camera = this.chosen ? { deviceId: { exact: this.chosen } } : { facingMode: { ideal: "environment" } };
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { ...camera, width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30, max: 30 } },
      });
    } catch (error) {
      throw new LensError(error.name || "other");
    }
    this.stop();
    this.track = stream.getVideoTracks()[0];
    this.track.addEventListener("ended", () => this.running && this.onEnd());
    this.video.srcObject = stream;
    await this.video.play().catch(() => {});
    this.running = true;
    await this.sharp();
    await this.stayAwake();
  }

  /* Continuous focus and exposure, where the camera can be asked for them. */
  async sharp() {
    const can = this.track.getCapabilities?.() ?? {};
    const wish = {};
    for (const name of ["focusMode", "exposureMode", "whiteBalanceMode"]) {
      if (can[name]?.includes?.("continuous")) wish[name] = "continuous";
    }
    if (Object.keys(wish).length) await this.track.applyConstraints({ advanced: [wish] }).catch(() => {});
  }

  async others() {
    const all = await navigator.mediaDevices?.enumerateDevices?.().catch(() => []);
    return (all ?? []).filter((device) => device.kind === "videoinput");
  }

  async other() {
    const all = await this.others();
    const now = this.track?.getSettings?.().deviceId;
    const next = all[(all.findIndex((device) => device.deviceId === now) + 1) % all.length];
    if (!next || next.deviceId === now) return;
    this.chosen = next.deviceId;
    this.stop();     // many phones open one camera at a time
    await this.open();
  }

  async light(on) {
    await this.track?.applyConstraints({ advanced: [{ torch: on }] });
  }

  each(take) {
    const video = this.video;
    if (video.requestVideoFrameCallback) {
      const frame = (now, about) => {
        if (!this.running) return;
        take((performance.timeOrigin + (about.captureTime ?? now)) / 1000);
        video.requestVideoFrameCallback(frame);
      };
      video.requestVideoFrameCallback(frame);
      return;
    }
    let shown = -1;
    const tick = () => {
      if (!this.running) return;
      if (video.currentTime !== shown && video.readyState >= 2) {
        shown = video.currentTime;
        take((performance.timeOrigin + performance.now()) / 1000);
      }
      setTimeout(tick, 33);
    };
    tick();
  }

  shot(width, quality, turn = 0) {
    const { videoWidth: w, videoHeight: h } = this.video;
    if (!w || !h) return Promise.resolve(null);
    const scale = Math.min(1, width / Math.max(w, h));
    const [wide, high] = [Math.round(w * scale), Math.round(h * scale)];
    const upright = turn % 180 === 0;
    this.canvas.width = upright ? wide : high;
    this.canvas.height = upright ? high : wide;
    const pen = this.canvas.getContext("2d", { alpha: false });
    pen.imageSmoothingQuality = "high";
    pen.translate(this.canvas.width / 2, this.canvas.height / 2);
    pen.rotate((turn * Math.PI) / 180);
    pen.drawImage(this.video, -wide / 2, -high / 2, wide, high);
    return new Promise((resolve) => this.canvas.toBlob(resolve, "image/jpeg", quality));
  }

  /* The screen stays on: by the browser's own lock, or else by a film that is always playing. */
  async stayAwake() {
    try {
      this.awake = await navigator.wakeLock.request("screen");
      return;
    } catch { /* it has none, or the page is hidden */ }
    if (this.dream !== null) return;
    const sheet = document.createElement("canvas");
    sheet.width = sheet.height = 2;
    const pen = sheet.getContext("2d");
    const film = document.createElement("video");
    film.muted = film.playsInline = true;
    film.srcObject = sheet.captureStream?.(1) ?? null;
    this.dream = setInterval(() => pen.fillRect(0, 0, 2, 2), 1000);
    await film.play().catch(() => {});
  }

  get keptAwake() {
    return this.awake !== null && !this.awake.released;
  }

  stop() {
    this.running = false;
    for (const track of this.video.srcObject?.getTracks() ?? []) track.stop();
    this.video.srcObject = null;
  }

  close() {
    this.stop();
    this.awake?.release().catch(() => {});
    this.awake = null;
    clearInterval(this.dream);
    this.dream = null;
  }
}
