export const STYLE = `
.zooms{cursor:zoom-in}
.zoom{position:fixed;inset:0;width:100%;height:100%;max-width:none;max-height:none;margin:0;padding:0;border:0;overflow:hidden;background:oklch(.14 .006 170/.97);color:#eee;touch-action:none;user-select:none;-webkit-user-select:none;overscroll-behavior:contain}
.zoom::backdrop{background:none}
.zoom:focus{outline:0}
.zoom img{position:absolute;left:50%;top:50%;max-width:none;cursor:zoom-in;will-change:transform;filter:none!important;border-radius:0}
.zoom.large img{cursor:grab}
.zoom.held img{cursor:grabbing}
.zoom button{display:inline-grid;place-items:center;width:44px;height:44px;padding:0;border:0;border-radius:6px;background:none;color:inherit}
.zoom button:focus-visible{outline:2px solid #fff;outline-offset:-4px}
.zoom button:disabled{opacity:.4}
.zoom svg{width:20px;height:20px;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.zoom>button{position:absolute;inset:8px 8px auto auto;background:oklch(.2 .01 170/.7)}
.zoom div{position:absolute;bottom:16px;left:50%;translate:-50%;display:flex;align-items:center;border-radius:8px;background:oklch(.2 .01 170/.9);font:.875rem/1 system-ui,sans-serif;font-variant-numeric:tabular-nums;transition:opacity .18s}
.zoom output{min-width:3rem;text-align:center}
.zoom.quiet div:not(:focus-within,:hover),.zoom.quiet>button:not(:focus-visible,:hover){opacity:0}
@media(forced-colors:active){.zoom{background:Canvas}.zoom div,.zoom>button{border:1px solid}}`;
