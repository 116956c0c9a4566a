// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// A token for tests: anybody may mint; a fee may be taken of every transfer; addresses may be frozen, as an issuer does.
contract TestToken {
    uint8 public immutable decimals;
    uint256 public immutable feeBasisPoints;
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public frozen;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(uint8 decimals_, uint256 feeBasisPoints_) {
        decimals = decimals_;
        feeBasisPoints = feeBasisPoints_;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function freeze(address who, bool isFrozen) external {
        frozen[who] = isFrozen;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(to, value);
        return true;
    }

    function transferMany(address[] calldata to, uint256 value) external {
        for (uint256 i = 0; i < to.length; i++) move(to[i], value);
    }

    function move(address to, uint256 value) private {
        require(!frozen[msg.sender], "frozen");
        uint256 fee = (value * feeBasisPoints) / 10000;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value - fee;
        balanceOf[address(this)] += fee;
        emit Transfer(msg.sender, to, value - fee);
        if (fee > 0) emit Transfer(msg.sender, address(this), fee);
    }
}
