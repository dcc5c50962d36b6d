/* How large and how often pictures are sent: at most two under way, smaller and fewer on a slow line, never faster than
 * they are read. Knows no camera and no network: times are passed in, so that it can be tried without either.
 *
 *   const pace = new Pace();
 *   if (pace.due(now)) { const ticket = pace.begin(now); … pace.end(ticket, now, ok); }
 *   pace.size()      {width, quality} of the next picture
 *   pace.reads(40)   how many milliseconds the reader takes for one picture */

const SIZES = [
  { width: 1280, quality: 0.86 },
  { width: 1280, quality: 0.74 },
  { width: 1088, quality: 0.7 },
  { width: 960, quality: 0.64 },
  { width: 800, quality: 0.58 },
];
const UNDER_WAY = 2;
const FASTEST = 70;        // milliseconds between two pictures
const SLOWEST = 500;
const SLOW = 420;          // an answer that takes longer than this asks for less
const QUICK = 160;
const PATIENCE = 5000;     // so long all must be well before it is tried with more

export class Pace {
  constructor() {
    this.level = 1;
    this.underWay = 0;
    this.interval = FASTEST;   // as far as the line goes
    this.reading = 0;          // as far as the reader goes
    this.answer = 120;       // the usual time of an answer
    this.last = -Infinity;
    this.wellSince = null;
    this.bad = 0;
    this.done = [];
  }

  due(now) {
    return this.underWay < UNDER_WAY && now - this.last >= Math.max(FASTEST, this.interval, this.reading);
  }

  begin(now) {
    this.underWay += 1;
    this.last = now;
    return now;
  }

  end(begun, now, ok) {
    this.underWay -= 1;
    if (!ok) {
      this.worse(now, 2);
      return;
    }
    this.done.push(now);
    while (this.done.length && this.done[0] < now - 3000) this.done.shift();
    this.answer = 0.75 * this.answer + 0.25 * (now - begun);
    if (this.answer > SLOW) this.worse(now, 1);
    else if (this.answer < QUICK) this.better(now);
    else this.wellSince = null;
  }

  worse(now, by) {
    this.wellSince = null;
    this.bad += by;
    if (this.bad < 3) return;
    this.bad = 0;
    if (this.level < SIZES.length - 1) this.level += 1;
    else this.interval = Math.min(SLOWEST, this.interval * 1.5);
    this.answer = Math.min(this.answer, SLOW * 0.8);   // what was measured belongs to the larger pictures
  }

  better(now) {
    this.bad = 0;
    this.wellSince ??= now;
    if (now - this.wellSince < PATIENCE) return;
    this.wellSince = now;
    if (this.interval > FASTEST) this.interval = Math.max(FASTEST, this.interval / 1.5);
    else if (this.level > 0) this.level -= 1;
  }

  reads(milliseconds) {
    if (milliseconds > 0) this.reading = Math.min(SLOWEST, milliseconds * 1.1);
  }

  get rate() {
    return this.done.length < 2 ? 0 : ((this.done.length - 1) * 1000) / (this.done[this.done.length - 1] - this.done[0]);
  }

  get slow() {
    return this.level >= 3 || this.interval > 200;
  }

  size() {
    return SIZES[this.level];
  }
}
