// Draws the states that the command sends: a target, or the touched cells and the fingers of a panel.
const element = id => document.getElementById(id);
const percent = fraction => `${fraction * 100}%`;

function place(node, [x, y]) {
  node.style.left = percent(x);
  node.style.top = percent(y);
}

function showCells({ columns, touched }) {
  const cells = element("cells");
  if (cells.children.length !== touched.length) {
    cells.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
    cells.replaceChildren(...Array.from(touched, () => document.createElement("i")));
  }
  for (let index = 0; index < touched.length; index++) {
    cells.children[index].classList.toggle("touched", touched[index] === "1");
  }
}

function showFingers(fingers) {
  element("fingers").replaceChildren(...fingers.map(finger => {
    const node = document.createElement("i");
    place(node, finger);
    return node;
  }));
}

function show(state) {
  element("text").textContent = state.text;
  element("problem").textContent = state.problem ?? "";
  element("target").hidden = !state.target;
  if (state.target) place(element("target"), state.target);
  if (state.cells) showCells(state.cells);
  showFingers(state.fingers ?? []);
}

let last = { text: "" };
const address = new URL("live", document.baseURI);
address.protocol = "ws:";

function connect() {
  const socket = new WebSocket(address);
  socket.onmessage = ({ data }) => show(last = JSON.parse(data));
  socket.onclose = () => {
    if (last.isLast) return;
    show({ text: "Not connected. The command has ended, or too many pages are open." });
    setTimeout(connect, 1000);
  };
}
connect();
